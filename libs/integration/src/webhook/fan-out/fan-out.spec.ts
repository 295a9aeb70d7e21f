import { eventually, ok, type TestUser, World } from '@stockbook/testing';
import { Receiver } from '../http/receiver.fixture.js';

let world: World;
let owner: TestUser;
let receiver: Receiver;
beforeAll(async () => {
  world = await World.open();
  receiver = await Receiver.open();
});
beforeEach(async () => void (owner = await world.account()));
afterAll(async () => {
  await receiver.close();
  await world.close();
});

const hooks = () => owner.api.integration.webhook;

test('cancels the deliveries that it stores while their endpoint is being deleted', async () => {
  const { source } = world.assembly.running.integration.db;
  const isSeen = async (sql: string) => (await source.query(sql)).length > 0;
  const { webhook_id } = ok(await hooks().add({ url: receiver.url, events: ['inventory_item'] }));
  ok(await hooks().edit({ webhook_id, enabled: false }));
  await world.settled();
  // A fan-out sleeps before it stores events for as long as the test holds the advisory lock.
  await source.query(`CREATE FUNCTION public.hold() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN WHILE NOT pg_try_advisory_xact_lock(14) LOOP PERFORM pg_sleep(0.01); END LOOP; RETURN NULL; END'`);
  await source.query(`CREATE TRIGGER hold BEFORE INSERT ON integration.webhook_event EXECUTE FUNCTION public.hold()`);
  const test = source.createQueryRunner();
  await test.query('SELECT pg_advisory_lock(14)');
  ok(await owner.api.inventory.item.add({ name: 'Mug' }));
  const here = `datname = current_database()`;
  await eventually(() => isSeen(`SELECT FROM pg_stat_activity WHERE ${here} AND wait_event = 'PgSleep'`));
  let isDeleted = false;
  const deleting = hooks()
    .delete({ webhook_id })
    .finally(() => (isDeleted = true));
  const waiting = `SELECT FROM pg_stat_activity WHERE ${here} AND wait_event_type = 'Lock'`;
  await eventually(async () => isDeleted || (await isSeen(waiting)));
  await test.query('SELECT pg_advisory_unlock(14)');
  await test.release();
  ok(await deleting);
  await world.settled();
  expect(ok(await hooks().getDelivery({})).deliveries).toMatchObject([{ state: 'cancelled', reason: 'deleted' }]);
});
