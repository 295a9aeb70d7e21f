import { ownCaller, userActivity } from '@stockbook/contracts';
import { call, eventually, type TestUser, World } from '@stockbook/testing';
import { UserActivity } from './user-activity.js';

let world: World;
let user: TestUser;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (user = await world.account()));

const activeAt = async (): Promise<number> => {
  const [row] = await world.assembly.running.settings.db.source.query<{ date_active: Date | null }[]>(
    'SELECT date_active FROM settings."user" WHERE account_id = $1 AND user_id = $2',
    [user.account_id, user.user_id],
  );
  return row?.date_active?.getTime() ?? 0;
};
const activityWith = (pause_ms?: number) => new UserActivity(world.assembly.services, pause_ms);

test('dates the first request at once', async () => {
  const before = Date.now();
  expect((await call(world.url, user.credentials, 'inventory/brand/get', {})).status).toBe(200);
  const after = Date.now();
  await eventually(async () => (await activeAt()) >= before);
  expect(await activeAt()).toBeLessThanOrEqual(after);
});

test('dates the latest of many requests exactly, after the pause', async () => {
  const activity = activityWith(100);
  activity.note(user);
  const first = Date.now();
  await eventually(async () => Date.now() > first + 20);
  const before = Date.now();
  activity.note(user);
  const after = Date.now();
  await eventually(async () => (await activeAt()) >= before);
  expect(await activeAt()).toBeLessThanOrEqual(after);
  await activity.flush();
});

test('dates the latest request before the gateway ends', async () => {
  const activity = activityWith();
  activity.note(user);
  await eventually(async () => (await activeAt()) > 0);
  const before = Date.now();
  activity.note(user);
  await activity.flush();
  expect(await activeAt()).toBeGreaterThanOrEqual(before);
});

test('never goes back, and is never ahead of the time', async () => {
  const note = async (at: number) => {
    const call = { caller: ownCaller(user.account_id), input: { user_id: user.user_id, at }, request_id: '' };
    await world.assembly.services.ask(userActivity.note, { ...call, deadline: Date.now() + 5_000 });
    return activeAt();
  };
  const latest = await note(Date.now() + 3_600_000);
  expect(latest).toBeLessThanOrEqual(Date.now());
  expect(await note(latest - 1_000)).toBe(latest);
});
