import { call, eventually, ok, type TestUser, World } from '@stockbook/testing';
import { Client } from 'pg';

const WRITERS = 12;
const CLIENTS = 2;
const ROUNDS = 10;
/** A transaction gives up its wait for a lock after this time. */
const LOCK_MS = 2_000;

let world: World;
let locker: Client;
beforeAll(async () => {
  world = await World.open();
  const { options } = world.assembly.running.inventory.db.source;
  if (options.type !== 'postgres') throw new Error('This is not PostgreSQL.');
  locker = new Client({ connectionString: options.url });
  await locker.connect();
});
afterAll(async () => {
  await locker.end();
  await world.close();
});

const addBrand = async ({ api }: TestUser, name: string) => ok(await api.inventory.brand.add({ name })).brand_id;

/** Keeps writers of an account waiting for a locked record while the work is done. */
async function whileWritersWait(user: TestUser, work: () => Promise<void>): Promise<void> {
  const brand_id = await addBrand(user, 'Locked');
  await locker.query('BEGIN');
  await locker.query('SELECT FROM inventory.brand WHERE brand_id = $1 FOR UPDATE', [brand_id]);
  let isOver = false;
  const writer = async (_: unknown, index: number) => {
    for (let n = 0; !isOver; n++) {
      const body = { brand_id, name: `Writer ${index}, ${n}` };
      await call(world.url, user.credentials, 'inventory/brand/edit', body);
    }
  };
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  const working = async () => {
    await eventually(async () => (await world.assembly.running.settings.db.source.query(waiting)).length > 2);
    await work();
  };
  const writing = Array.from({ length: WRITERS }, writer);
  await Promise.all([working().finally(() => (isOver = true)), ...writing]);
  await locker.query('ROLLBACK');
}

test('most requests of another account are answered within 0.5 s while writers wait for a locked row', async () => {
  const [busy, other] = [await world.account(), await world.account()];
  const brand_id = await addBrand(other, 'Free');
  const taken_ms: number[] = [];
  const client = async (_: unknown, index: number) => {
    for (let n = 0; n < ROUNDS; n++) {
      const began = performance.now();
      if (n % 2) ok(await other.api.inventory.brand.get({}));
      else ok(await other.api.inventory.brand.edit({ brand_id, name: `Client ${index}, ${n}` }));
      taken_ms.push(performance.now() - began);
    }
  };
  await whileWritersWait(busy, async () => void (await Promise.all(Array.from({ length: CLIENTS }, client))));
  taken_ms.sort((one, other) => one - other);
  expect(taken_ms[taken_ms.length / 2]).toBeLessThan(500);
  expect(taken_ms.at(-1)).toBeLessThan(LOCK_MS);
});
