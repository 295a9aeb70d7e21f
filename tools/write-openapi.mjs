// Writes docs/openapi.json, docs/asyncapi.json, docs/webhook-events.json and the types of the client from the built
// contract.
import * as contracts from '@stockbook/contracts';
import { examples } from '@stockbook/testing/examples';
import { writeFile } from 'node:fs/promises';
import { clientTypes } from './client-types.mjs';

const fileOf = (path) => new URL(`../${path}`, import.meta.url);
const { asyncApi, CONTRACT_VERSION: version, endpoints, eventsIn, openApi, webhookExamples } = contracts;
const documents = {
  'docs/openapi.json': openApi(endpoints.values(), { version, examples: await examples() }),
  'docs/asyncapi.json': asyncApi(eventsIn(contracts), { version }),
  'docs/webhook-events.json': webhookExamples(),
};
for (const [path, document] of Object.entries(documents)) {
  await writeFile(fileOf(path), `${JSON.stringify(document, null, 2)}\n`);
}
const types = clientTypes(documents['docs/openapi.json'], documents['docs/asyncapi.json']);
await writeFile(fileOf('libs/client/src/api.types.ts'), types);
