import type { Retired } from './incompatibilities.js';

/** Remove an entry when a release without the name is out. */
export const retired: Retired = {};

/** Requests that a correction refuses on purpose. A release empties the list. */
export const corrected: readonly string[] = [];
