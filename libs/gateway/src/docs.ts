import swaggerUi from '@fastify/swagger-ui';
import { OWN_RELEASE } from '@stockbook/process';
import { type FastifyInstance, fastify as newFastify } from 'fastify';
import plugin from 'fastify-plugin';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConstantFile } from './constant-file.js';
import { unknownOperation } from './request/intake.js';
import { addressOf } from './request/http-request.js';
import { AddressRate } from './request/rate-limit.js';

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

/** The initializer of the page reads /docs/json; the image has copies of these files. */
const DOCUMENTS = {
  '/openapi.json': 'docs/openapi.json',
  '/docs/json': 'docs/openapi.json',
  '/asyncapi.json': 'docs/asyncapi.json',
};
const STATIC = [
  'favicon-16x16.png',
  'favicon-32x32.png',
  'index.css',
  'swagger-initializer.js',
  'swagger-ui-bundle.js',
  'swagger-ui-standalone-preset.js',
  'swagger-ui.css',
];
/** The page names its files by relative addresses, which differ. */
const PAGE_PATHS = ['/docs', '/docs/', ...STATIC.map((name) => `/docs/static/${name}`)];

/** Serves the API reference. Strangers may ask for it, so every file is made once, and each address has a limit. */
export function registerDocs(fastify: FastifyInstance): void {
  const rate = new AddressRate();
  let making: Promise<ReadonlyMap<string, ConstantFile>> | undefined;
  fastify.get('/', async (request, reply) => {
    if (!request.headers.accept?.includes('text/html')) throw unknownOperation('/');
    // The address is relative, because a proxy may serve this under a path of its own.
    return reply.redirect('docs');
  });
  for (const path of [...Object.keys(DOCUMENTS), ...PAGE_PATHS]) {
    fastify.get(path, async (request, reply) => {
      rate.take(addressOf(request));
      const file = (await (making ??= makeFiles())).get(path);
      if (!file) throw new Error(`${path} was not made.`);
      return file.send(request, reply);
    });
  }
}

async function makeFiles(): Promise<ReadonlyMap<string, ConstantFile>> {
  const documents = Object.entries(DOCUMENTS).map(async ([path, file]) => [path, await documentIn(file)] as const);
  return new Map([...(await Promise.all(documents)), ...(await pageFiles())]);
}

const documentIn = async (file: string): Promise<ConstantFile> =>
  ConstantFile.of(await readFile(join(OWN_RELEASE, file)), { 'content-type': 'application/json; charset=utf-8' });

/** The plugin makes the page once, in a server of its own that listens nowhere. */
async function pageFiles(): Promise<(readonly [string, ConstantFile])[]> {
  const maker = newFastify();
  const logo = fileURLToPath(import.meta.resolve('@fastify/swagger-ui/static/logo.svg'));
  // The page needs a plugin of this name, which makes a document from the routes.
  maker.register(
    plugin(async (instance) => void instance.decorate('swagger', () => ({})), { name: '@fastify/swagger' }),
  );
  maker.register(swaggerUi, {
    routePrefix: '/docs',
    // The plugin would look for its files beside itself, where a bundle has none.
    baseDir: dirname(logo),
    logo: { type: 'image/svg+xml', content: await readFile(logo) },
    staticCSP: CSP,
    theme: { title: 'Stockbook' },
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
  const made = PAGE_PATHS.map(async (path) => {
    const { rawPayload, headers } = await maker.inject(path);
    const kept = Object.entries(headers).filter(([name]) => /^content-(type|security-policy)$/.test(name));
    return [path, await ConstantFile.of(rawPayload, Object.fromEntries(kept))] as const;
  });
  return Promise.all(made).finally(() => maker.close());
}
