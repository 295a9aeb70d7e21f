export * from './closing.js';
export * from './end-with-us.js';
export * from './environment.js';
export * from './health-server.js';
export * from './port.js';
export * from './run-process.js';
export * from './start-fault.js';
export * from './unless-aborted.js';
