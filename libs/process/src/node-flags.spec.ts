import { readFile } from 'node:fs/promises';
import { NODE_FLAGS } from './node-flags.js';

test.each(['package.json', 'deploy/Dockerfile'])('%s runs Node with the same flags', async (path) => {
  const text = await readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');
  expect(text).toContain(NODE_FLAGS.join(' '));
});
