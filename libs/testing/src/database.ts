export * from './eventually.js';
export * from './database/scratch-database.js';
