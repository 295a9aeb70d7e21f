export { type Readiness } from './health.controller.js';
export { type GatewayOptions, runGateway, type RunningGateway } from './run-gateway.js';
