import type { Retired } from './incompatibilities.js';

/** Internal operations and events that no service uses any more. Remove an entry when a release without the name is out. */
export const retired: Retired = {};
