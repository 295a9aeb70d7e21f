import type { OpenApi } from '@stockbook/contracts';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';

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

/** Names the requested host as the server of /openapi.json. */
export function registerDocs(fastify: FastifyInstance, document: OpenApi): void {
  const documentFor = ({ protocol, host }: FastifyRequest) => ({
    ...document,
    servers: [{ url: `${protocol}://${host}` }],
  });
  fastify.get('/openapi.json', documentFor);
  // The page asks a plugin of this name for the document, which does not come from the routes.
  void fastify.register(
    plugin(async (instance) => void instance.decorate('swagger', () => document), { name: '@fastify/swagger' }),
  );
  void fastify.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: CSP,
    theme: { title: document.info.title },
    transformSpecification: (_document, request) => documentFor(request),
    transformSpecificationClone: false,
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
