import { fileURLToPath } from 'node:url';

/** The folder of the build that this code is a part of. Sources, builds, apps and chunks lie three levels below it. */
export const OWN_RELEASE = fileURLToPath(new URL('../../..', import.meta.url));
