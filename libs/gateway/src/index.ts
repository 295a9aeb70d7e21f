export { requestKey } from './request/request-keys.js';
export { type GatewayLimits, limitsIn } from './limits.js';
export { type GatewayOptions, runGateway, type RunningGateway } from './run-gateway.js';
export { serveGateway } from './serve-gateway.js';
export { DemoAccess } from './pages/demo-access.js';
