import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { readFile } from 'node:fs/promises';

const CSP = {
  'default-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'img-src': ["'self'", 'data:'],
  'object-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
};

/** The contract as text: a test compares this file with it, and the image has a copy. */
const DOCUMENT = new URL('../../../docs/openapi.json', import.meta.url);
const SERVERS = '"servers":[{"url":"/"}]';

/** Names the requested host as the server of /openapi.json. */
export async function registerDocs(fastify: FastifyInstance): Promise<void> {
  const [before, after] = await documentAroundServers();
  const sendDocument = ({ protocol, host }: FastifyRequest, reply: FastifyReply) => {
    const servers = Buffer.from(`"servers":${JSON.stringify([{ url: `${protocol}://${host}` }])}`);
    return reply.type('application/json; charset=utf-8').send(Buffer.concat([before, servers, after]));
  };
  fastify.get('/openapi.json', sendDocument);
  // The page needs a plugin of this name, which makes a document from the routes.
  void fastify.register(
    plugin(async (instance) => void instance.decorate('swagger', () => ({})), { name: '@fastify/swagger' }),
  );
  void fastify.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: CSP,
    theme: { title: 'Stockbook' },
    uiHooks: {
      // JSON is YAML too.
      onRequest: (request, reply, done) =>
        /^\/docs\/(json|yaml)$/.test(request.routeOptions.url ?? '') ? void sendDocument(request, reply) : done(),
    },
    uiConfig: {
      layout: 'BaseLayout',
      // Signing needs the secret, which has no place in a browser.
      supportedSubmitMethods: [],
      deepLinking: true,
      docExpansion: 'none',
      filter: true,
      defaultModelsExpandDepth: 0,
    },
  });
}

/** Without white space, which is half of the file. */
async function documentAroundServers(): Promise<readonly [Buffer, Buffer]> {
  const text = JSON.stringify(JSON.parse(await readFile(DOCUMENT, 'utf8')));
  const [before = '', after] = text.split(SERVERS);
  if (after === undefined) throw new Error(`${DOCUMENT.pathname} has no ${SERVERS}.`);
  return [Buffer.from(before), Buffer.from(after)];
}
