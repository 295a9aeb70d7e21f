import { Stockbook } from '@stockbook/client';
import { ok, type TestUser, World } from '@stockbook/testing';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook as Verifier } from 'standardwebhooks';
import { runIn } from '../program.fixture.js';
import { listen } from './listen.js';

let world: World;
let owner: TestUser;
let folder: string;
let server: Server;
let env: Record<string, string>;
interface Received {
  readonly headers: Record<string, string>;
  readonly body: string;
}
const received: Received[] = [];
/** None of the secrets known then had signed these requests. */
const unverified: Received[] = [];
const secrets: string[] = [];
const isVerified = ({ body, headers }: Received) =>
  secrets.some((secret) => {
    try {
      return Boolean(new Verifier(secret).verify(body, headers));
    } catch {
      return false;
    }
  });
beforeAll(async () => {
  world = await World.open();
  owner = await world.account();
  folder = await mkdtemp(join(tmpdir(), 'stockbook-cli-'));
  const file = join(folder, 'credentials.json');
  await writeFile(file, JSON.stringify({ url: world.url, ...owner.credentials }));
  env = { STOCKBOOK_CREDENTIALS: file, STOCKBOOK_HOME: folder };
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const arrived = { headers: request.headers as Record<string, string>, body };
    received.push(arrived);
    if (!isVerified(arrived)) unverified.push(arrived);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
  await world.close();
  expect(unverified).toEqual([]);
});

const clientOf = ({ credentials: { domain, api_key: apiKey, api_secret: apiSecret } }: TestUser) =>
  new Stockbook({ url: world.url, domain, apiKey, apiSecret });

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

test('an endpoint is tested, its deliveries are listed, and what it missed is counted', async () => {
  const endpoint = { url: url(), events: ['inventory_item'] };
  const { webhook_id, secret: own = '' } = ok(await owner.api.integration.webhook.add(endpoint));
  secrets.push(own);
  expect(JSON.parse(await runIn(env, ['webhook', 'test', String(webhook_id)]))).toMatchObject({ status: 200 });
  ok(await owner.api.inventory.item.add({ name: 'Mug' }));
  await world.settled();
  const listed = await runIn(env, [
    'webhook',
    'deliveries',
    '--webhook',
    String(webhook_id),
    '--event',
    'inventory_item.added',
  ]);
  expect(listed).toMatch(
    /inventory_item\.added {2}inventory\/item\/\d+ {2}delivered {2}1 attempts {2}200\n1 deliveries\./,
  );
  const recover = ['webhook', 'recover', String(webhook_id), '--start', '2026-01-01', '--what', 'all', '--dry-run'];
  expect(await runIn(env, recover)).toBe('1 deliveries would be sent.');
  expect(await runIn(env, ['webhook', 'test', '9999'])).toBe('There is no webhook 9999.');
});

test('listen forwards what comes, signed, and goes on where it stopped', async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  secrets.push(secret);
  const cursorFile = join(folder, 'cursor');
  const forwarded = async (name: string, options = {}) => {
    const stop = new AbortController();
    received.length = 0;
    const print = (line: string) => {
      if (line.includes('inventory_item.added')) stop.abort();
      if (line.startsWith('Forwarding')) void owner.api.inventory.item.add({ name });
    };
    await listen({
      client: clientOf(owner),
      forward: url(),
      event: 'inventory_item',
      secret,
      cursorFile,
      print,
      signal: stop.signal,
      ...options,
    });
    return received.filter(({ headers }) => !headers['stockbook-delivery']);
  };
  const [first] = await forwarded('Bowl');
  expect(new Verifier(secret).verify(first!.body, first!.headers)).toMatchObject({ data: { name: 'Bowl' } });
  const [second] = await forwarded('Plate');
  expect(JSON.parse(second!.body)).toMatchObject({ data: { name: 'Plate' } });
  const [oldest] = await forwarded('Cup', { fromStart: true });
  expect(JSON.parse(oldest!.body)).toMatchObject({ data: { name: 'Mug' } });
});

test('listen begins with new events, also where the last forwarded one is not kept any more', async () => {
  const cursorFile = join(folder, 'elsewhere', 'cursor');
  const forwarded = async (name: string) => {
    const stop = new AbortController();
    const lines: string[] = [];
    received.length = 0;
    const print = (line: string) => {
      secrets.push(...(/whsec_.*/.exec(line) ?? []));
      lines.push(line.replace(/whsec_.*/, '...'));
      if (line.includes('inventory_item.added')) stop.abort();
      if (line.startsWith('Forwarding')) void owner.api.inventory.item.add({ name });
    };
    const client = clientOf(owner);
    await listen({ client, forward: url(), event: 'inventory_item', cursorFile, print, signal: stop.signal });
    const forwarded = received.filter(({ headers }) => !headers['stockbook-delivery']);
    return { lines, names: forwarded.map(({ body }) => JSON.parse(body).data.name) };
  };
  ok(await owner.api.inventory.item.add({ name: 'Fork' }));
  await world.settled();
  const start = [`Forwarding events to ${url()}; Ctrl-C ends it.`, expect.stringContaining('inventory_item.added')];
  const first = await forwarded('Knife');
  expect(first).toEqual({ lines: ['The secret is ...', ...start], names: ['Knife'] });
  const gone = '0198c1f0-5a5e-7c3b-9d1e-2f4a6b8c0d1e';
  await writeFile(cursorFile, gone);
  const notice = `Event ${gone}, the last one that was forwarded, is not kept any more: new events are forwarded.`;
  const second = await forwarded('Spoon');
  expect(second).toEqual({ lines: ['The secret is ...', notice, ...start], names: ['Spoon'] });
});

test('listen says that there will be no events where the account has no webhook', async () => {
  const options = {
    client: clientOf(await world.account()),
    forward: url(),
    cursorFile: join(folder, 'none'),
    print: () => {},
  };
  await expect(listen(options)).rejects.toThrow('The account has no webhook, so no events are kept.');
});
