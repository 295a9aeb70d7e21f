export { commandLine } from './cli/program.js';
export { assemble, type Assembly, type AssemblyOptions } from './assemble.js';
export {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './postgres/embedded-postgres.js';
export { Home, openHome, type Demo } from './home/home.js';
export { freePort } from './port.js';
export { runStandalone, type Standalone, type StandaloneOptions } from './run-standalone.js';
export { StartFault } from './start-fault.js';
