// The bodies of docs/examples, by the path of their operation.
import { readdir, readFile } from 'node:fs/promises';

const examples = new URL('../docs/examples/', import.meta.url);

/** The first example of each operation; `demo.spec.ts` shows that the demo account is granted it. */
export async function requestExamples(operations) {
  const bodies = {};
  for (const file of (await readdir(examples, { recursive: true })).toSorted()) {
    const path = file === 'order.json' ? 'sale/order/add' : file.slice(0, file.indexOf('.'));
    if (file.endsWith('.json') && operations.has(path))
      bodies[path] ??= JSON.parse(await readFile(new URL(file, examples), 'utf8'));
  }
  return bodies;
}
