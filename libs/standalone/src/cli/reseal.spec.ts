import { SecretKeys } from '@stockbook/auth';
import { openLog } from '@stockbook/process';
import { checkedClient, ok, scratchDatabase, type ScratchDatabase } from '@stockbook/testing';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { Webhook } from 'standardwebhooks';
import { assemble } from '../assemble.js';
import { runIn } from './program.fixture.js';

const newKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const [OLD, NEW] = [newKey('k1'), newKey('k2')];

let database: ScratchDatabase;
beforeAll(async () => {
  database = await scratchDatabase();
});
afterAll(() => database.drop());

const run = (keys: string, ...args: string[]) =>
  runIn({ STOCKBOOK_HOME: tmpdir(), DATABASE_URL: database.url, STOCKBOOK_SECRET_KEYS: keys }, args);

/** Runs the system with these keys alone. */
async function withSystem<T>(keys: string, work: (url: string) => Promise<T>): Promise<T> {
  const system = await assemble({
    databaseUrl: database.url,
    secretKeys: SecretKeys.parse(keys),
    host: '127.0.0.1',
    port: 0,
    ratePerMinute: 0,
    log: openLog('test', 'error'),
    env: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' },
  });
  return work(system.url).finally(() => system.stop());
}

test('secrets that an old key has sealed open with the new key alone once they are resealed', async () => {
  const receiver = createServer().listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const owner = 'owner@acme.test';
  const added = await run(OLD, 'account', 'add', '--domain', 'acme', '--name', 'Acme', '--email', owner);
  const { api_secret } = JSON.parse(added) as { api_secret: string };
  const api = (at: string) => checkedClient(at, { domain: 'acme', api_key: owner, api_secret });
  const { secret = '', webhook_id } = await withSystem(OLD, async (at) =>
    ok(await api(at).integration.webhook.add({ url, events: ['sale_order'], headers: { 'x-shop': 'acme-7' } })),
  );

  const configured = await withSystem(OLD, async (at) => {
    const { integration, setting } = api(at);
    const configuration = { pin: '1234' };
    const { channel_id } = ok(await integration.channel.add({ type: 'pos', name: 'Till', configuration }));
    const { payment_method_id } = ok(await setting.payment_method.add({ name: 'Card', configuration }));
    return { channel_id, payment_method_id };
  });

  const resealed = (secrets: number, endpoints: number, configurations: number) =>
    `Resealed with the first key: secrets of users: ${secrets}, endpoints of webhooks: ` +
    `${endpoints}, configurations: ${configurations}.`;
  expect(await run(NEW, 'keys', 'reseal')).toBe('STOCKBOOK_SECRET_KEYS has no key k1.');
  expect(await run(`${NEW},${OLD}`, 'keys', 'reseal')).toBe(resealed(1, 1, 2));
  expect(await run(NEW, 'keys', 'reseal')).toBe(resealed(0, 0, 0));

  const got = new Promise<[IncomingMessage, string]>((resolve) =>
    receiver.on('request', async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      response.end();
      resolve([request, body]);
    }),
  );
  await withSystem(NEW, async (at) => {
    const { integration, setting } = api(at);
    ok(await integration.webhook.test({ webhook_id }));
    // A mask stands for the stored value, which is opened for it.
    const { channel_id, payment_method_id } = configured;
    ok(await integration.channel.edit({ channel_id, configuration: { pin: '********', name: 'Till' } }));
    ok(await setting.payment_method.edit({ payment_method_id, configuration: { pin: '********', name: 'Card' } }));
  });
  const [{ headers }, body] = await got;
  expect(headers['x-shop']).toBe('acme-7');
  expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow();
  receiver.close();
});
