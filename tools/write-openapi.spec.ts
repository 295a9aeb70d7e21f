import * as contracts from '@stockbook/contracts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFile } from 'node:fs/promises';
import { requestExamples } from './request-examples.mjs';

const { asyncApi, CONTRACT_VERSION: version, eventsIn, openApi, operations } = contracts;
const contentOf = async (path: string) => JSON.parse(await readFile(new URL(`../${path}`, import.meta.url), 'utf8'));

describe('the checked-in documents are current; else `npm run openapi` writes them anew', () => {
  it('docs/openapi.json', async () => {
    const examples = await requestExamples(operations);
    expect(openApi(operations.values(), { version, examples })).toEqual(await contentOf('docs/openapi.json'));
  });

  it('whose example requests are valid against the schemas of their operations', async () => {
    const document = await contentOf('docs/openapi.json');
    const ajv = new Ajv2020({ strict: false, formats: { int64: true } });
    ajv.addSchema(document, 'document');
    const faults = [];
    let shown = 0;
    for (const path of Object.keys(document.paths)) {
      const { example } = document.paths[path].post.requestBody.content['application/json'];
      if (!example) continue;
      shown++;
      const pointer = `/paths/${path.replaceAll('/', '~1')}/post/requestBody/content/application~1json/schema`;
      if (!ajv.validate(`document#${pointer}`, example)) faults.push({ path, errors: ajv.errors });
    }
    expect(faults).toEqual([]);
    expect(shown).toBeGreaterThan(100);
  });

  it('docs/webhook-events.json', async () => {
    expect(contracts.webhookExamples()).toEqual(await contentOf('docs/webhook-events.json'));
  });
  it('docs/asyncapi.json', async () => {
    expect(asyncApi(eventsIn(contracts), { version })).toEqual(await contentOf('docs/asyncapi.json'));
  });
});
