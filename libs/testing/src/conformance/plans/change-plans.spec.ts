import { type Operation, operations, type Service, webhookSections } from '@stockbook/contracts';
import { call, grantedRequest, ok, openTenant, type Tenant, World } from '../../index.js';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fillAccount, growing, ROWS } from './filled-account.fixture.js';
import { noteEverything, type SentAnywhere, tablesReadFor } from './sent-statements.fixture.js';

let world: World;
let tenant: Tenant;
const receiver = createServer((request, response) => request.resume().on('end', () => response.end()));
const sentByText = new Map<string, SentAnywhere>();
let stopNoting: () => void;
beforeAll(async () => {
  world = await World.open();
  const owner = await world.account();
  await fillAccount(world, owner);
  tenant = await openTenant(world, 'Grown', owner);
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  ok(await owner.api.integration.webhook.add({ url, events: webhookSections.map(({ name }) => name) }));
  stopNoting = noteEverything((each) => sentByText.set(each.text, each));
});
afterAll(async () => {
  stopNoting();
  await world.close();
  receiver.close();
});

const isDeletion = ({ path }: Operation) => /\/delete/.test(path);
/** Deletions come last: others may need the record. */
const writes = [...operations.values()]
  .filter(({ kind }) => kind === 'write')
  .toSorted((one, other) => Number(isDeletion(one)) - Number(isDeletion(other)));

const reasonsToReadMuch: Readonly<Record<string, string>> = {
  recover_deliveries: 'The request names the time whose events are read.',
};
const MUCH = ROWS / 4;

test.each(writes)('$path, and what follows it, reads no large part of a table', async (operation) => {
  const request = await grantedRequest(world, tenant, operation);
  const { status, body } = await call(world.url, tenant.user.credentials, operation.path, request);
  expect({ status, body }).toMatchObject({ status: 200 });
  await world.settled();
  const statements = [...sentByText.values()].filter(({ name }) => !reasonsToReadMuch[name]);
  sentByText.clear();
  const reads = statements.map(async (each) => {
    const { db } = world.assembly.running[each.application.replace('stockbook-', '') as Service];
    return growing(await tablesReadFor(db, each, MUCH)).map((table) => `${each.name || each.text} reads ${table}`);
  });
  expect((await Promise.all(reads)).flat()).toEqual([]);
});
