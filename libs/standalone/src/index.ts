export { assemble, type Assembly, type AssemblyOptions } from './assemble.js';
export { definitions } from './definitions.js';
export type { Topology } from './topology.js';
export { withSchema } from './cli/database-access.js';
export {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './postgres/embedded-postgres.js';
export { Home, openHome, withMedia } from './home/home.js';
export type { Demo } from './home/demo-file.js';
export { readConfig, type Config } from './config.js';
export { ensureDemo, type DemoPlace } from './demo/demo.js';
export { reportPages, reportReady } from './run-standalone.js';
