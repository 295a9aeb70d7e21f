export type * from './api.types.js';
export type { CallOptions } from './call.types.js';
export type { Changes, ChangesRequest } from './changes.js';
export { StockbookError } from './error.js';
export type { RequestInfo } from './exchange.js';
export { type Operations, Stockbook, type StockbookOptions } from './stockbook.js';
export { signWebhook, type SignedWebhook, type StockbookEvent, verifyWebhook } from './webhook.js';
