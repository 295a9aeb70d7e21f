import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The guides in reading order, by the name of their file in docs/. */
export const GUIDES = [];

export const openApiIn = async (root) => JSON.parse(await readFile(join(root, 'docs/openapi.json'), 'utf8'));

/** Returns the addresses of the documentation below /docs; the gateway answers 404 for others. */
export async function addressesIn(root) {
  const { paths } = await openApiIn(root);
  return ['', 'reference', ...Object.keys(paths).map((path) => `reference${path}`)];
}
