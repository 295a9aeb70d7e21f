export { ManagedProcess, type ProcessName } from './managed-process.js';
export { runDistributed } from './run-distributed.js';
export type { ManagedKafka, ManagedPostgres, ManagedServer } from './servers.js';
export { startSystem, type System, type SystemOptions } from './system.js';
