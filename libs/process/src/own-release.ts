import { fileURLToPath } from 'node:url';

/** The folder of the build that this code is a part of: three levels above a library's sources, its build and the chunks of a bundle. */
export const OWN_RELEASE = fileURLToPath(new URL('../../..', import.meta.url));
