export * from './eventually.js';
export * from './scratch-database.js';
