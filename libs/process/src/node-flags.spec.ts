import { readFile } from 'node:fs/promises';
import { NODE_FLAGS } from './node-flags.js';

test('npm start runs Node with the same flags', async () => {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');
  const { scripts } = JSON.parse(text) as { scripts: { start: string } };
  expect(scripts.start).toContain(`node ${NODE_FLAGS.join(' ')} `);
});
