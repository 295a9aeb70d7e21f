import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { renderTemplate } from './template.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const MB = 1024 * 1024;

const heapUsed = () => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

test('a thread keeps nothing of the templates that it has rendered', () => {
  // Each takes some 3 MB when it is parsed.
  const tags = '{{name}}\n'.repeat(15_000);
  const before = heapUsed();
  for (let n = 0; n < 6; n++) renderTemplate(`${n}${tags}`, {});
  expect((heapUsed() - before) / MB).toBeLessThan(4);
});
