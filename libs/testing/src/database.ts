export * from './eventually.js';
export * from './database/past-days.js';
export * from './database/scratch-database.js';
