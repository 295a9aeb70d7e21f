import * as contracts from '@stockbook/contracts';
import { readFile } from 'node:fs/promises';

const { asyncApi, CONTRACT_VERSION: version, eventsIn, openApi, operations } = contracts;
const contentOf = async (path: string) => JSON.parse(await readFile(new URL(`../${path}`, import.meta.url), 'utf8'));

describe('the checked-in documents are current; else `npm run openapi` writes them anew', () => {
  it('docs/openapi.json', async () => {
    expect(openApi(operations.values(), { version })).toEqual(await contentOf('docs/openapi.json'));
  });

  it('docs/webhook-events.json', async () => {
    expect(contracts.webhookExamples()).toEqual(await contentOf('docs/webhook-events.json'));
  });
  it('docs/asyncapi.json', async () => {
    expect(asyncApi(eventsIn(contracts), { version })).toEqual(await contentOf('docs/asyncapi.json'));
  });
});
