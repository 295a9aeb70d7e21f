// A program that must start fast imports these alone, without logs and metrics.
export { faultLines } from './log/shown-fault.js';
export * from './start-fault.js';
