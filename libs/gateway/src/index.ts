export { requestKey } from './request/request-keys.js';
export { ratePerMinuteOf } from './request/rate-limit.js';
export { type GatewayOptions, runGateway, type RunningGateway } from './run-gateway.js';
export { serveGateway } from './serve-gateway.js';
