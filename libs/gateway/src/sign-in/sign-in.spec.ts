import { checkedClient, failure, ok, sign, type TestUser, type World } from '@stockbook/testing';
import {
  challenge,
  clientOf,
  enrol,
  isOpen,
  linkBy,
  lock,
  nameOf,
  open,
  opened,
  type Opened,
  openSignInWorld,
  ORIGIN,
  PASSWORD,
  send,
  unlock,
} from './sign-in.fixture.js';
import { SoftwareAuthenticator } from './software-authenticator.fixture.js';

let world: World;
let owner: TestUser;
let clerk: TestUser;
beforeAll(async () => void (world = await openSignInWorld()));
beforeEach(async () => {
  owner = await world.account();
  clerk = await world.colleague(owner, { access: ['sale/*'], modify: [] });
});
afterAll(() => world.close());

const linkFor = (user: TestUser) => linkBy(owner, user);
const WRONG = {
  status: 401,
  body: {
    error: [
      'The domain, the api_key, the password or the passkey is wrong, or the password was tried too often: ' +
        'wait 15 minutes.',
    ],
  },
};

describe('a one-time link', () => {
  it('sets a password that opens sessions with the rights of the user', async () => {
    const first = opened(await enrol(await linkFor(clerk), { password: PASSWORD, name: 'Till 1' }));
    const second = opened(await open(clerk, { password: PASSWORD, name: 'Till 2' }));
    for (const session of [first, second]) {
      const { setting, sale, inventory } = clientOf(clerk, session);
      expect(ok(await setting.user.whoami({})).user_id).toBe(clerk.user_id);
      ok(await sale.order.get({}));
      expect(failure(await inventory.item.get({})).error_details).toMatchObject([{ code: 'forbidden' }]);
    }
    const { sessions } = ok(await clientOf(clerk, second).setting.user.getSession({}));
    expect(sessions.map(({ name, current, kind }) => ({ name, current, kind }))).toEqual([
      { name: 'Till 2', current: true, kind: 'session' },
      { name: 'Till 1', current: false, kind: 'session' },
    ]);
  });

  it('is used once, also by two who open it at the same time', async () => {
    const link = await linkFor(clerk);
    const answers = await Promise.all([1, 2, 3].map(() => enrol(link, { password: PASSWORD })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    expect((await enrol(link, { password: PASSWORD })).status).toBe(401);
  });

  it('ends with the next one, when it is ended, and for a user who is disabled', async () => {
    const [first, second] = [await linkFor(clerk), await linkFor(clerk)];
    expect((await enrol(first, { password: PASSWORD })).status).toBe(401);
    ok(await owner.api.setting.user.endSession({ session_id: second.auth_session! }));
    expect((await enrol(second, { password: PASSWORD })).status).toBe(401);
    const third = await linkFor(clerk);
    ok(await owner.api.setting.user.edit({ user_id: clerk.user_id, enabled: false }));
    expect((await enrol(third, { password: PASSWORD })).status).toBe(401);
  });

  it('signs nothing else, and no other secret signs an enrolment', async () => {
    const link = await linkFor(clerk);
    expect(failure(await checkedClient(world.url, link).setting.user.whoami({})).error_details).toMatchObject([
      { code: 'unauthenticated' },
    ]);
    const session = opened(await enrol(link, { password: PASSWORD }));
    const signers = [
      clerk.credentials,
      { ...nameOf(clerk), api_secret: session.session_secret, auth_session: session.session_id },
      { ...(await linkFor(owner)), auth_session: link.auth_session! },
    ];
    for (const signer of signers) expect((await enrol(signer, { password: PASSWORD })).status).toBe(401);
  });

  it('replaces what the user signed in with, and ends the sessions', async () => {
    const before = opened(await enrol(await linkFor(clerk), { password: PASSWORD }));
    opened(await enrol(await linkFor(clerk), { password: 'another password' }));
    expect(failure(await clientOf(clerk, before).setting.user.whoami({})).error).toHaveLength(1);
    expect(await open(clerk, { password: PASSWORD })).toMatchObject(WRONG);
  });

  it('is made by those alone who may change the user', async () => {
    const { user_id } = owner;
    const manager = await world.colleague(owner, { access: ['*'], modify: ['setting/user'] });
    expect(failure(await manager.api.setting.user.addEnrolment({ user_id })).error_details).toMatchObject([
      { code: 'forbidden' },
    ]);
    expect(failure(await clerk.api.setting.user.addEnrolment({ user_id: clerk.user_id })).error_details).toMatchObject([
      { code: 'forbidden' },
    ]);
    const stranger = await world.account();
    expect(failure(await stranger.api.setting.user.addEnrolment({ user_id })).error_details).toMatchObject([
      { code: 'unknown_record' },
    ]);
  });

  it('needs a password of 12 characters, or a passkey', async () => {
    const link = await linkFor(clerk);
    for (const shown of [{}, { password: 'short' }, { password: PASSWORD, dry_run: true }]) {
      expect((await enrol(link, shown)).status).toBe(400);
    }
    opened(await enrol(link, { password: PASSWORD }));
  });

  it('is shown in no replay, and its secret in no fact', async () => {
    const request = { user_id: clerk.user_id, idempotency_key: 'link' };
    const { link, ...others } = ok(await owner.api.setting.user.addEnrolment(request));
    expect(link).toMatch(/^\/console\/#enrol\?/);
    expect(ok(await owner.api.setting.user.addEnrolment(request))).toEqual({ ...others, replayed: true });
  });
});

describe('a password', () => {
  it('is refused alike when it is wrong, when there is no such user, and from another network', async () => {
    opened(await enrol(await linkFor(clerk), { password: PASSWORD }));
    expect(await open(clerk, { password: 'wrong password' })).toMatchObject(WRONG);
    expect(await open(owner, { password: PASSWORD })).toMatchObject(WRONG);
    const nobody = { ...clerk, credentials: { ...clerk.credentials, api_key: 'nobody@shop.test' } };
    expect(await open(nobody, { password: PASSWORD })).toMatchObject(WRONG);
    ok(await owner.api.setting.user.edit({ user_id: clerk.user_id, allowed_networks: ['192.168.0.0/16'] }));
    expect(await open(clerk, { password: PASSWORD })).toMatchObject(WRONG);
    opened(await open(clerk, { password: PASSWORD }, '192.168.3.4'));
    ok(await owner.api.setting.user.edit({ user_id: clerk.user_id, allowed_networks: [], expires: '2026-01-01' }));
    expect(await open(clerk, { password: PASSWORD })).toMatchObject(WRONG);
  });

  it('is taken ten times in a quarter of an hour, from however many addresses', async () => {
    opened(await enrol(await linkFor(clerk), { password: PASSWORD }));
    const store = (set: string) =>
      world.assembly.running.settings.db.source.query(
        `UPDATE settings.user_password SET ${set} WHERE account_id = $1`,
        [owner.account_id],
      );
    await store('tries = 9');
    opened(await open(clerk, { password: PASSWORD }));
    await store('tries = 8');
    const guesses = await Promise.all([1, 2].map(() => open(clerk, { password: 'wrong password' })));
    expect(guesses.map(({ status }) => status)).toEqual([401, 401]);
    expect(await open(clerk, { password: PASSWORD })).toMatchObject(WRONG);
    await store(`tries_since = now() - interval '16 minutes'`);
    opened(await open(clerk, { password: PASSWORD }));
  });

  it('is stored as a hash alone, and in no answer that is kept', async () => {
    opened(await enrol(await linkFor(clerk), { password: PASSWORD }));
    const { db } = world.assembly.running.settings;
    const rows = await db.source.query('SELECT hash FROM settings.user_password WHERE account_id = $1', [
      owner.account_id,
    ]);
    expect(rows).toEqual([{ hash: expect.stringMatching(/^scrypt\$\d+\$8\$2\$[\w-]{22}\$[\w-]{43}$/) }]);
  });
});

test('an address may try twenty times a minute', async () => {
  const tries = Array.from({ length: 25 }, () => send('sign_in/challenge', '{}', '10.9.9.9'));
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
});

describe('a passkey', () => {
  it('opens sessions', async () => {
    const passkey = new SoftwareAuthenticator(ORIGIN);
    opened(await enrol(await linkFor(clerk), { passkey: passkey.create(await challenge()) }));
    const session = opened(await open(clerk, { passkey: passkey.get(await challenge()) }));
    expect(ok(await clientOf(clerk, session).setting.user.whoami({})).user_id).toBe(clerk.user_id);
  });

  it('is refused when it is sent again, for another user, page or challenge, and without verification', async () => {
    const passkey = new SoftwareAuthenticator(ORIGIN);
    opened(await enrol(await linkFor(clerk), { passkey: passkey.create(await challenge()) }));
    const shown = passkey.get(await challenge());
    const both = await Promise.all([1, 2].map(() => open(clerk, { passkey: shown })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect((await open(clerk, { passkey: shown })).status).toBe(401);
    expect(await open(owner, { passkey: passkey.get(await challenge()) })).toMatchObject(WRONG);
    expect(await open(clerk, { passkey: passkey.get('bm8gY2hhbGxlbmdl') })).toMatchObject(WRONG);
    expect(await open(clerk, { passkey: new SoftwareAuthenticator(ORIGIN).get(await challenge()) })).toMatchObject(
      WRONG,
    );
    for (const other of [new SoftwareAuthenticator('https://evil.example'), new SoftwareAuthenticator(ORIGIN, 1)]) {
      expect((await enrol(await linkFor(clerk), { passkey: other.create(await challenge()) })).status).toBe(401);
    }
    expect((await open(clerk, { passkey: { id: 'x' } })).status).toBe(401);
  });
});

describe('a till', () => {
  it('goes from user to user by the PINs of their sessions', async () => {
    const other = await world.colleague(owner, { access: [], modify: [] });
    const enrolled = async (user: TestUser, pin: string) =>
      opened(await enrol(await linkFor(user), { password: PASSWORD, pin }));
    const [first, second] = [await enrolled(clerk, '1234'), await enrolled(other, '9876')];
    for (const answer of [await lock(clerk, first), await lock(other, second)]) expect(answer.status).toBe(200);
    expect([await isOpen(clerk, first), await isOpen(other, second)]).toEqual([false, false]);
    expect((await unlock(other, second, '9876')).body).toEqual({ success: true });
    expect([await isOpen(clerk, first), await isOpen(other, second)]).toEqual([false, true]);
  });

  it('has five tries, of which those side by side count too', async () => {
    const session = opened(await enrol(await linkFor(clerk), { password: PASSWORD, pin: '1234' }));
    expect((await unlock(clerk, session, '1234')).status).toBe(401);
    await lock(clerk, session);
    const guesses = await Promise.all(['0', '1', '2', '3', '4'].map((pin) => unlock(clerk, session, pin)));
    expect(guesses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    expect((await unlock(clerk, session, '1234')).status).toBe(401);
    expect(await isOpen(clerk, session)).toBe(false);
  });

  it('locks no session without a PIN, and no user', async () => {
    const session = ok(await clerk.api.setting.user.addSession({})) as Opened;
    expect((await lock(clerk, session)).status).toBe(400);
    expect((await send('sign_in/lock', sign('/sign_in/lock', {}, clerk.credentials))).status).toBe(401);
  });
});
