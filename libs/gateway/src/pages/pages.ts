import { OWN_RELEASE } from '@stockbook/process';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addressOf, urlPath } from '../request/http-request.js';
import { unknownOperation } from '../request/intake.js';
import { AddressRate } from '../request/rate-limit.js';
import { BuiltPages, type PageName } from './built-pages.js';
import { ConstantFile } from './constant-file.js';
import type { DemoAccess } from './demo-access.js';

/** A page of the browser asks for some ten files, and a whole office may share an address. */
const REQUESTS_PER_MINUTE = 1_000;

/** The contract as text, by path: a test compares these files with it, and the image has copies. */
const DOCUMENTS = { '/openapi.json': 'docs/openapi.json', '/asyncapi.json': 'docs/asyncapi.json' };

/** Serves the pages and the API documents. Strangers may ask for them, so every file is made once. */
export function registerPages(fastify: FastifyInstance, demo?: DemoAccess): void {
  const rate = new AddressRate(REQUESTS_PER_MINUTE);
  const built = new BuiltPages();
  const get = (path: string, answer: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) =>
    fastify.get(path, async (request, reply) => {
      rate.take(addressOf(request));
      return answer(request, reply);
    });

  get('/', async (request, reply) => {
    if (!acceptsHtml(request)) throw unknownOperation('/');
    // The address is relative, because a proxy may serve this under a path of its own.
    return reply.redirect('console/');
  });
  for (const [path, file] of Object.entries(DOCUMENTS)) {
    let made: Promise<ConstantFile> | undefined;
    get(path, async (request, reply) => (await (made ??= documentIn(file))).send(request, reply));
  }
  if (demo)
    // It is a POST, so that a browser or a preview that only looks at the address uses no code.
    fastify.post('/demo/:code', async (request, reply) => {
      rate.take(addressOf(request));
      const given = demo.take(request, urlPath(request).slice('/demo/'.length));
      return reply.header('cache-control', 'no-store').send(given);
    });
  get('/assets/:name', async (request, reply) => {
    const file = await built.asset(urlPath(request).slice('/assets/'.length));
    if (!file) throw unknownOperation(urlPath(request));
    return file.send(request, reply);
  });
  const sendPage = (name: PageName) => async (request: FastifyRequest, reply: FastifyReply) => {
    const path = urlPath(request);
    const { file, isKnown, status } = await built.page(name, path);
    if (!isKnown && !(file && acceptsHtml(request))) throw unknownOperation(path);
    if (!file) return reply.status(503).headers(built.headersOfUnbuilt).send(built.unbuiltPage);
    return file.send(request, reply.status(status));
  };
  for (const name of ['console', 'docs'] as const)
    for (const path of [`/${name}`, `/${name}/*`]) get(path, sendPage(name));
}

const acceptsHtml = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') ?? false;

const documentIn = async (file: string): Promise<ConstantFile> =>
  ConstantFile.of(await readFile(join(OWN_RELEASE, file)), { 'content-type': 'application/json; charset=utf-8' });
