export * from './bucket.js';
export * from './process/app-process.js';
export * from './process/chromium.js';
export * from './world/checked-client.js';
export * from './collector.js';
export * from './cpu-time.js';
export * from './world/company-event.js';
export { rowSteps, stepsOf } from './data/bulk.js';
export { itemFilling, MOVING_DAYS, MOVING_ITEMS, movementFilling } from './data/items.js';
export { customerFilling, orderFilling } from './data/sales.js';
export { type DeclaredReference, declaredReferences } from './conformance/declared-references.js';
export { clientOf } from './conformance/document-client.js';
export {
  documentResources,
  type PlainResource,
  plainResources,
  recordResources,
} from './conformance/plain-resource.js';
export { grantedRequest, idFieldOf, openTenant, PIXEL, requestOf, type Tenant } from './conformance/tenant.js';
export * from './eventually.js';
export * from './is-distributed.js';
export * from './world/facts.js';
export * from './world/everything-stored.js';
export { migratedDatabase } from './database/migrated-database.js';
export * from './process/npm-command.js';
export * from './requests.js';
export { keepOpen, unfinishedPost } from './process/unfinished-post.js';
export * from './world/reply.js';
export * from './database/scratch-database.js';
export * from './rounds.js';
export * from './world/shop.js';
export * from './world/world.js';
