import * as contracts from '@stockbook/contracts';
import { examples } from '@stockbook/testing/examples';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFile } from 'node:fs/promises';
import { clientTypes } from './client-types.mjs';

const { asyncApi, CONTRACT_VERSION: version, endpoints, eventsIn, openApi } = contracts;
const textOf = (path: string) => readFile(new URL(`../${path}`, import.meta.url), 'utf8');
const contentOf = async (path: string) => JSON.parse(await textOf(path));

describe('the documents that `npm run openapi` writes', () => {
  it('describe the operations in docs/openapi.json', async () => {
    expect(openApi(endpoints.values(), { version, examples: await examples() })).toEqual(
      await contentOf('docs/openapi.json'),
    );
  });

  it('have example requests and answers that are valid against the schemas of their operations', async () => {
    const document = await contentOf('docs/openapi.json');
    const ajv = new Ajv2020({ strict: false, formats: { int64: true } });
    ajv.addSchema(document, 'document');
    const faults = [];
    // The credentials that people sign in with cannot be written down.
    const signed = [...endpoints.values()].filter(({ signedWith }) => !signedWith);
    for (const path of signed.map((endpoint) => `/${endpoint.path}`)) {
      const { requestBody, responses } = document.paths[path].post;
      for (const [part, { content }] of Object.entries({ requestBody, 'responses/200': responses[200] })) {
        const pointer = `/paths/${path.replaceAll('/', '~1')}/post/${part}/content/application~1json/schema`;
        const isValid = ajv.validate(`document#${pointer}`, content['application/json'].example);
        if (!isValid) faults.push({ path, part, errors: ajv.errors });
      }
    }
    expect(faults).toEqual([]);
  });

  it('describe the events of webhooks in docs/webhook-events.json', async () => {
    expect(contracts.webhookExamples()).toEqual(await contentOf('docs/webhook-events.json'));
  });
  it('describe all events in docs/asyncapi.json', async () => {
    expect(asyncApi(eventsIn(contracts), { version })).toEqual(await contentOf('docs/asyncapi.json'));
  });

  it('have the types of the client', async () => {
    const documents = await Promise.all(['docs/openapi.json', 'docs/asyncapi.json'].map(contentOf));
    expect(clientTypes(documents[0], documents[1])).toBe(await textOf('libs/client/src/api.types.ts'));
  });
});
