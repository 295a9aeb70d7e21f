export { keyOf } from './request-keys.js';
export { ratePerMinuteOf } from './rate-limit.js';
export { type GatewayOptions, runGateway, type RunningGateway } from './run-gateway.js';
export { serveGateway } from './serve-gateway.js';
