export * from './app-process.js';
export * from './checked-client.js';
export * from './eventually.js';
export * from './npm-command.js';
export * from './reply.js';
export * from './scratch-database.js';
export * from './shop.js';
export * from './world.js';
