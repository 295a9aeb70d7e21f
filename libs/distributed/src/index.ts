export { ManagedProcess, type ProcessName } from './managed-process.js';
export { runDistributed } from './run-distributed.js';
export { keepPostgres, type ManagedKafka, type ManagedPostgres, type ManagedServer } from './servers.js';
export { startSystem, type System, type SystemOptions } from './system.js';
