export { commandLine } from './command-line.js';
