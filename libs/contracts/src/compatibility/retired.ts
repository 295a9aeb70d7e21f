import type { Retired } from './incompatibilities.js';

/**
 * Internal operations and events that no service uses any more. Remove an entry when a release without the name is out.
 */
export const retired: Retired = {};

/**
 * Requests that a correction refuses on purpose, because their words had no meaning or held a process for all. A
 * release empties the list.
 */
export const corrected: readonly string[] = [];
