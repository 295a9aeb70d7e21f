import { SecretKeys, signExactly } from '@stockbook/auth';
import type { Service } from '@stockbook/contracts';
import { runGateway } from '@stockbook/gateway';
import { inventoryService } from '@stockbook/inventory';
import { mediaStoreIn } from '@stockbook/media';
import { LocalBus } from '@stockbook/messaging';
import { freePort, openLog } from '@stockbook/process';
import { forEachService, type ServiceLink, Services, tcpClient, tcpServer } from '@stockbook/rpc';
import { runService } from '@stockbook/service';
import { Provisioning } from '@stockbook/settings';
import { checkedClient, ok, post, scratchDatabase } from '@stockbook/testing';
import { trusted } from '@stockbook/testing/trust';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { assemble } from '../assemble.js';

const HOST = '127.0.0.1';
const log = openLog('test', 'error');
const secretKeys = SecretKeys.parse(`test:${randomBytes(32).toString('base64')}`);
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/**
 * Opens a system with a second gateway, which reaches a replica of the inventory over a line that loses the first
 * answer.
 */
async function openSystem() {
  const database = await scratchDatabase();
  closers.push(() => database.drop());
  const options = { databaseUrl: database.url, secretKeys, host: HOST, port: 0, ratePerMinute: 0, log };
  const assembly = await assemble(options);
  closers.push(() => assembly.stop());

  const address = { host: HOST, port: await freePort() };
  const replica = await runService(inventoryService, {
    databaseUrl: database.url,
    bus: new LocalBus(),
    services: assembly.services,
    log,
    transport: tcpServer(address, trusted),
  });
  closers.push(() => replica.stop());
  const line = await losingFirstAnswer(address.port);
  closers.push(() => line.server.close());

  const linkTo = (service: Service): ServiceLink => ({
    ask: (operation, call) => assembly.services.forward(operation, call),
    watch: () => assembly.services.watch(service),
    close: () => undefined,
  });
  const inventory = tcpClient([{ host: HOST, port: line.port }], trusted);
  const services = new Services({ ...forEachService(linkTo), inventory });
  const gateway = await runGateway({ ...options, media: mediaStoreIn({}), services, readiness: async () => [] });
  closers.push(
    () => services.close(),
    () => gateway.stop(),
  );
  return { assembly, gateway, line };
}

async function losingFirstAnswer(to: number): Promise<{ server: Server; port: number; answers: number }> {
  const line = { server: createServer(), port: await freePort(), answers: 0 };
  line.server.on('connection', (near) => {
    const far = connect(to, HOST);
    near.pipe(far).on('error', () => near.destroy());
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('data', (answer) => {
      if (line.answers++) near.write(answer);
      else near.destroy();
    });
  });
  await once(line.server.listen(line.port, HOST), 'listening');
  return line;
}

test('an edit whose answer is lost behind the gateway is done once, and is no replay to its client', async () => {
  const { assembly, gateway, line } = await openSystem();
  const owner = { email: 'owner@acme.test', username: 'owner' };
  const provisioning = new Provisioning(assembly.running.settings.db, secretKeys);
  const added = await provisioning.addAccount({ domain: 'acme', name: 'Acme', currency: 'USD', owner });
  const credentials = { domain: 'acme', api_key: owner.email, api_secret: added.api_secret };
  const { inventory } = checkedClient(assembly.url, credentials);
  const { location_id } = ok(await inventory.location.add({ name: 'Store' }));
  const { item_id } = ok(await inventory.item.add({ name: 'Mug', locations: [{ location_id, quantity: 4 }] }));

  // A second execution would find 9 instead of 4 and be refused as stale.
  const items = [{ item_id, location_id, quantity: 9, compare_quantity: 4 }];
  const text = signExactly('/inventory/item/editStock', { items }, credentials);
  const { status, headers, body } = await post(gateway.url, 'inventory/item/editStock', text);
  expect({ status, body }).toMatchObject({ status: 200, body: { success: true, changed: 1 } });
  expect([headers.get('idempotent-replayed'), 'replayed' in body]).toEqual([null, false]);
  expect(line.answers).toBe(2);
  expect(ok(await inventory.flow.get({ filter_item_id: item_id })).flows.map(({ quantity }) => quantity)).toEqual([
    5, 4,
  ]);
});
