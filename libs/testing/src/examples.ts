import type { Examples } from '@stockbook/contracts';
import { readdir, readFile } from 'node:fs/promises';

const docs = new URL('../../../docs/', import.meta.url);
const contentOf = async (file: string) => JSON.parse(await readFile(new URL(file, docs), 'utf8'));

export interface ExampleRequest {
  readonly path: string;
  readonly body: object;
}

/** `add.percent.json` is one of several requests of `add`; the README names order.json. */
const pathOf = (file: string) => (file === 'order.json' ? 'sale/order/add' : file.slice(0, file.indexOf('.')));

export async function exampleRequests(): Promise<ExampleRequest[]> {
  const files = (await readdir(new URL('examples', docs), { recursive: true })).filter((name) =>
    name.endsWith('.json'),
  );
  return Promise.all(
    files.toSorted().map(async (file) => ({ path: pathOf(file), body: await contentOf(`examples/${file}`) })),
  );
}

/** `npm run record:answers` has written the answers. */
export async function examples(): Promise<Examples> {
  const answers: Readonly<Record<string, object>> = await contentOf('example-answers.json');
  const shown: Record<string, Examples[string]> = {};
  for (const { path, body } of await exampleRequests()) shown[path] ??= { request: body, answer: answers[path] ?? {} };
  return shown;
}
