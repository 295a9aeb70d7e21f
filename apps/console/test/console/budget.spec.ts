import { buildPages } from '@stockbook/testing';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const KILOBYTE = 1_000;
const BUDGETS = { js: 220 * KILOBYTE, css: 36 * KILOBYTE };

test('the first load of the console stays within its budget', async () => {
  buildPages();
  const html = await readFile(join(dist, 'console.html'), 'utf8');
  const files = [...html.matchAll(/(?:src|href)="\.\/(assets\/.+?\.(js|css))"/g)];
  const bytes = { js: 0, css: 0 };
  for (const [, file = '', type] of files)
    bytes[type === 'css' ? 'css' : 'js'] += gzipSync(await readFile(join(dist, file)), { level: 9 }).length;
  expect(bytes.js).toBeGreaterThan(0);
  expect(bytes.js).toBeLessThanOrEqual(BUDGETS.js);
  expect(bytes.css).toBeLessThanOrEqual(BUDGETS.css);
});
