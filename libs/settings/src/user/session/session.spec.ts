import { signExactly } from '@stockbook/auth';
import { checkedClient, eventually, failure, ok, post, type TestUser, World } from '@stockbook/testing';

let world: World;
let owner: TestUser;
let clerk: TestUser;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  owner = await world.account();
  clerk = await world.colleague(owner, { access: ['sale/*'], modify: [] });
});

interface Opened {
  readonly session_id: number;
  readonly session_secret?: string;
}
const clientOf = ({ credentials }: TestUser, { session_id, session_secret = '' }: Opened) =>
  checkedClient(world.url, { ...credentials, api_secret: session_secret, auth_session: session_id });

describe('a session', () => {
  it('is opened by a secret, with one of its own that is shown once', async () => {
    const request = { name: 'Console', idempotency_key: 'one' };
    const { session_secret = '', ...others } = ok(await clerk.api.setting.user.addSession(request));
    expect(ok(await clerk.api.setting.user.addSession(request))).toEqual({ ...others, replayed: true });
    const api = clientOf(clerk, { ...others, session_secret });
    expect(ok(await api.setting.user.whoami({})).user_id).toBe(clerk.user_id);
    expect(failure(await api.setting.user.addSession({})).error).toEqual(['A session opens no other one.']);
    const unnamed = checkedClient(world.url, { ...clerk.credentials, api_secret: session_secret });
    expect(failure(await unnamed.setting.user.whoami({})).error_details).toMatchObject([{ code: 'unauthenticated' }]);
    const named = checkedClient(world.url, { ...clerk.credentials, auth_session: others.session_id });
    expect(failure(await named.setting.user.whoami({})).error_details).toMatchObject([{ code: 'unauthenticated' }]);
  });

  it('is opened once by a request that is sent again', async () => {
    const path = 'setting/user/addSession';
    const text = signExactly(`/${path}`, {}, clerk.credentials);
    const { session_secret, ...others } = Object((await post(world.url, path, text)).body);
    expect(session_secret).toMatch(/^\w{40}$/);
    expect((await post(world.url, path, text)).body).toEqual({ ...others, replayed: true });
  });

  it('is ended by its user and by administrators, at once', async () => {
    const add = async () => ok(await clerk.api.setting.user.addSession({}));
    const [own, other] = [await add(), await add()].map((session) => session);
    const api = clientOf(clerk, own!);
    ok(await api.setting.user.endSession({}));
    expect(failure(await api.setting.user.whoami({})).error_details).toMatchObject([{ code: 'unauthenticated' }]);
    const { session_id } = other!;
    const colleague = await world.colleague(owner, { access: ['setting/*'], modify: [] });
    expect(failure(await colleague.api.setting.user.endSession({ session_id })).error).toEqual([
      `There is no session ${session_id}.`,
    ]);
    ok(await owner.api.setting.user.endSession({ session_id }));
    expect(failure(await clientOf(clerk, other!).setting.user.whoami({})).error).toHaveLength(1);
  });

  it('of another user is shown to those who may access users', async () => {
    const { session_id } = ok(await clerk.api.setting.user.addSession({}));
    const of = { filter_user_id: clerk.user_id };
    expect(ok(await owner.api.setting.user.getSession(of)).sessions).toMatchObject([{ session_id, current: false }]);
    const stranger = await world.account();
    expect(ok(await stranger.api.setting.user.getSession(of)).sessions).toEqual([]);
    const refusal = failure(await clerk.api.setting.user.getSession({ filter_user_id: owner.user_id }));
    expect(refusal.error_details).toMatchObject([{ code: 'forbidden' }]);
  });

  it('goes on by its requests, and ends after 12 hours without one', async () => {
    const session = ok(await clerk.api.setting.user.addSession({}));
    const { db } = world.assembly.running.settings;
    const move = (expires: string) =>
      db.source.query(`UPDATE settings.user_secret SET expires = now() + $2::interval WHERE user_secret_id = $1`, [
        session.session_id,
        expires,
      ]);
    await move('1 hour');
    const api = clientOf(clerk, session);
    ok(await api.setting.user.whoami({}));
    await eventually(async () => {
      const [shown] = ok(await owner.api.setting.user.getSession({ filter_user_id: clerk.user_id })).sessions;
      return shown!.date_active !== '' && Date.parse(shown!.expires) > Date.now() + 11 * 3_600_000;
    });
    await move('-1 second');
    await eventually(async () => 'error' in (await api.setting.user.whoami({})), 6_000);
    expect(ok(await owner.api.setting.user.getSession({ filter_user_id: clerk.user_id })).sessions).toEqual([]);
  });

  it('repeats a write of another session of the user', async () => {
    const add = async () => clientOf(owner, ok(await owner.api.setting.user.addSession({})));
    const request = { name: 'Brand', idempotency_key: 'brand' };
    const first = ok(await (await add()).inventory.brand.add(request));
    expect(ok(await (await add()).inventory.brand.add(request))).toEqual({ ...first, replayed: true });
  });

  it('is one of twenty: the oldest ends', async () => {
    const first = ok(await clerk.api.setting.user.addSession({}));
    for (let i = 0; i < 20; i++) ok(await clerk.api.setting.user.addSession({}));
    expect(ok(await clerk.api.setting.user.getSession({})).sessions).toHaveLength(20);
    expect(failure(await clientOf(clerk, first).setting.user.whoami({})).error).toHaveLength(1);
  });

  it('signs for its own user alone, in its own account', async () => {
    const stranger = await world.account();
    const [own, theirs] = [
      ok(await clerk.api.setting.user.addSession({})),
      ok(await stranger.api.setting.user.addSession({})),
    ];
    const { session_id } = theirs;
    const wrong: [TestUser, Opened][] = [
      [clerk, theirs],
      [stranger, own],
      [owner, own],
      [clerk, { ...own, session_id }],
    ];
    for (const [user, session] of wrong) {
      const refusal = failure(await clientOf(user, session).setting.user.whoami({}));
      expect(refusal.error_details).toMatchObject([{ code: 'unauthenticated' }]);
    }
    const api = clientOf(clerk, own).setting.user;
    expect(failure(await api.endSession({ session_id })).error).toEqual([`There is no session ${session_id}.`]);
    ok(await clientOf(stranger, theirs).setting.user.whoami({}));
  });

  it('signs a batch, whose requests are those of this session whatever they say themselves', async () => {
    const own = ok(await clerk.api.setting.user.addSession({ name: 'Own' }));
    const other = ok(await clerk.api.setting.user.addSession({ name: 'Other' }));
    const { session_id: auth_session } = other;
    const { domain, api_key } = owner.credentials;
    const lines = [
      { path: 'setting/user/whoami', body: { domain, api_key, auth_session } },
      { path: 'setting/user/getSession', body: { auth_session } },
      { path: 'setting/user/addSession', body: {} },
      { path: 'sign_in/open', body: { domain, api_key, password: 'correct horse battery' } },
      { path: 'sign_in/lock', body: {} },
      { path: 'setting/user/endSession', body: { auth_session } },
    ];
    const { session_id, session_secret: api_secret = '' } = own;
    const credentials = { ...clerk.credentials, api_secret, auth_session: session_id };
    const text = signExactly('/batch', { requests: lines, in_order: false }, credentials);
    const { responses } = Object((await post(world.url, 'batch', text)).body);
    expect(responses).toMatchObject([
      { status: 200, body: { user_id: clerk.user_id } },
      {
        status: 200,
        body: {
          sessions: [
            { name: 'Other', current: false },
            { name: 'Own', current: true },
          ],
        },
      },
      { status: 403 },
      { status: 404 },
      { status: 404 },
      { status: 200, body: { session_id } },
    ]);
    expect(failure(await clientOf(clerk, own).setting.user.whoami({})).error).toHaveLength(1);
    ok(await clientOf(clerk, other).setting.user.whoami({}));
  });

  it('ends with a secret of its user, which may have opened it', async () => {
    const { user_id } = clerk;
    const session = ok(await clerk.api.setting.user.addSession({}));
    ok(await owner.api.setting.user.rotateSecret({ user_id }));
    // The secret before it is live still, and so is its session.
    ok(await clerk.api.setting.user.whoami({}));
    ok(await clientOf(clerk, session).setting.user.whoami({}));
    ok(await owner.api.setting.user.rotateSecret({ user_id }));
    expect(failure(await clerk.api.setting.user.whoami({})).error).toHaveLength(1);
    expect(failure(await clientOf(clerk, session).setting.user.whoami({})).error).toHaveLength(1);
  });
});
