import { eventually, failure, ok, sign, type TestUser, type World } from '@stockbook/testing';
import { createHook } from 'node:async_hooks';
import type { KeyPairKeyObjectResult } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { androidChain } from './certificates.fixture.js';
import {
  challenge,
  clientOf,
  credentialsOf,
  enrol,
  isOpen,
  linkBy,
  lock,
  lockText,
  open,
  opened,
  openSignInWorld,
  ORIGIN,
  PASSWORD,
  send,
  unlock,
  unlockText,
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

const enrolled = async (user: TestUser, shown: object) => opened(await enrol(await linkBy(owner, user), shown));
/** Opens a session that costs no hash of a password. */
const sessionOf = async (user: TestUser, shown: object = {}) =>
  enrolled(user, { passkey: new SoftwareAuthenticator(ORIGIN).create(await challenge()), ...shown });
const changeStored = (set: string) =>
  world.assembly.running.settings.db.source.query(`UPDATE settings.${set} WHERE account_id = $1`, [owner.account_id]);
describe('strangers', () => {
  it('learn nothing from the work: one password is hashed for each name, known or not', async () => {
    await enrolled(clerk, { password: PASSWORD });
    let hashes = 0;
    const hook = createHook({ init: (_, type) => void (type === 'SCRYPTREQUEST' && hashes++) }).enable();
    const named = (name: object): TestUser => ({ ...clerk, credentials: { ...clerk.credentials, ...name } });
    const users = [clerk, owner, named({ api_key: 'nobody@shop.test' }), named({ domain: 'nowhere' })];
    for (const user of users) {
      hashes = 0;
      expect((await open(user, { password: 'wrong password' })).status).toBe(401);
      expect(hashes).toBe(1);
    }
    // A password that was tried too often is not judged, but the refusal costs as much.
    await changeStored('user_password SET tries = 10');
    hashes = 0;
    expect((await open(clerk, { password: PASSWORD })).status).toBe(401);
    expect(hashes).toBe(1);
    hook.disable();
  });

  it('get no fault of ours for a passkey that is none', async () => {
    const passkeys = [
      {},
      { id: 'a\u0000b' },
      { id: '\ud800' },
      { id: { toString: 1 } },
      { id: 'x'.repeat(60_000) },
      { id: 'x', rawId: 'x', type: 'public-key', response: {}, clientExtensionResults: [] },
    ];
    const answers = await Promise.all(passkeys.map((passkey) => open(clerk, { passkey })));
    for (const { status } of answers) expect([400, 401]).toContain(status);
  });

  it('cannot choose the session that a sign-in opens', async () => {
    const planted = await enrolled(clerk, { password: PASSWORD });
    const { session_id: auth_session, session_secret } = planted;
    const own = opened(await open(clerk, { password: PASSWORD, auth_session, session_secret }));
    expect(own.session_id).not.toBe(auth_session);
    expect(own.session_secret).not.toBe(session_secret);
    expect(await isOpen(clerk, { ...own, session_secret })).toBe(false);
    expect(await isOpen(clerk, { ...planted, session_secret: own.session_secret })).toBe(false);
  });
});

describe('a link', () => {
  it('that another person has opened first gives way to the next one, with all that came of it', async () => {
    const passkey = new SoftwareAuthenticator(ORIGIN);
    const link = await linkBy(owner, clerk);
    const theirs = opened(await enrol(link, { passkey: passkey.create(await challenge()), password: PASSWORD }));
    expect((await enrol(link, { password: 'the password of the clerk' })).status).toBe(401);
    opened(await enrol(await linkBy(owner, clerk), { password: 'the password of the clerk' }));
    expect(await isOpen(clerk, theirs)).toBe(false);
    expect((await open(clerk, { password: PASSWORD })).status).toBe(401);
    expect((await open(clerk, { passkey: passkey.get(await challenge()) })).status).toBe(401);
  });

  it('does not sign as the session that it has opened, and ends after a day', async () => {
    const link = await linkBy(owner, clerk);
    const own = opened(await enrol(link, { password: PASSWORD }));
    expect(own.session_id).not.toBe(link.auth_session);
    expect(await isOpen(clerk, { ...own, session_secret: link.api_secret })).toBe(false);
    const late = await linkBy(owner, clerk);
    await changeStored('user_secret SET expires = now()');
    expect((await enrol(late, { password: PASSWORD })).status).toBe(401);
  });

  it('shuts out the password before it, also one that is being judged when the link is used', async () => {
    await enrolled(clerk, { password: PASSWORD });
    const guess = open(clerk, { password: PASSWORD, pin: '1234' });
    const tried = 'SELECT FROM settings.user_password WHERE account_id = $1 AND tries = 1';
    const { source } = world.assembly.running.settings.db;
    await eventually(async () => (await source.query(tried, [owner.account_id])).length === 1);
    opened(await enrol(await linkBy(owner, clerk), { password: 'another password' }));
    const { status, body } = await guess;
    const isIn = status === 200 && (await isOpen(clerk, opened({ status, body })));
    expect(isIn).toBe(false);
  });
});

describe('the user of a session', () => {
  it('neither enrols nor signs out those who hold more', async () => {
    const manager = await world.colleague(owner, { access: ['*'], modify: ['setting/user'] });
    const api = clientOf(manager, await sessionOf(manager)).setting.user;
    const { user_id } = owner;
    const theirs = await sessionOf(owner);
    const { session_id } = theirs;
    const forbidden = { error_details: [{ code: 'forbidden' }] };
    expect(failure(await api.addEnrolment({ user_id }))).toMatchObject(forbidden);
    expect(failure(await api.endSession({ session_id }))).toMatchObject(forbidden);
    expect(failure(await api.rotateSecret({ user_id }))).toMatchObject(forbidden);
    expect(await isOpen(owner, theirs)).toBe(true);
    const plain = clientOf(clerk, await sessionOf(clerk)).setting.user;
    expect(failure(await plain.addEnrolment({ user_id: clerk.user_id }))).toMatchObject(forbidden);
    expect(failure(await plain.addSession({}))).toMatchObject(forbidden);
    expect(failure(await plain.endSession({ session_id })).error).toEqual([`There is no session ${session_id}.`]);
  });

  it('is let in where the user is alone', async () => {
    const own = await sessionOf(clerk);
    ok(await owner.api.setting.user.edit({ user_id: clerk.user_id, allowed_networks: ['192.168.0.0/16'] }));
    const path = 'setting/user/whoami';
    const from = (address: string) => send(path, sign(`/${path}`, {}, credentialsOf(clerk, own)), address);
    expect((await from('10.1.2.3')).body).toMatchObject({ error_details: [{ code: 'forbidden' }] });
    expect((await from('192.168.1.2')).status).toBe(200);
  });
});

describe('the maker of a passkey', () => {
  it('does not choose a URL that the gateway fetches', async () => {
    let fetched = 0;
    const server = createServer((_, response) => void response.end(String(fetched++))).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const attest = ({ publicKey }: KeyPairKeyObjectResult, clientDataHash: Buffer) => {
      const x5c = androidChain(publicKey, clientDataHash, `http://127.0.0.1:${port}/revoked`);
      return { fmt: 'android-key', attStmt: { alg: -7, sig: Buffer.alloc(70, 1), x5c } };
    };
    const passkey = new SoftwareAuthenticator(ORIGIN).create(await challenge(), attest);
    const { status } = await enrol(await linkBy(owner, clerk), { passkey });
    server.close();
    expect({ status, fetched }).toEqual({ status: 401, fetched: 0 });
  });
});

describe('a captured request', () => {
  it('to unlock a till does nothing when it comes again', async () => {
    const session = await sessionOf(clerk, { pin: '1234' });
    await lock(clerk, session);
    const captured = unlockText(clerk, session, '1234');
    expect((await send('sign_in/unlock', captured)).status).toBe(200);
    await lock(clerk, session);
    for (let i = 0; i < 6; i++) expect((await send('sign_in/unlock', captured)).status).toBe(401);
    expect(await isOpen(clerk, session)).toBe(false);
    expect((await unlock(clerk, session, '1234')).status).toBe(200);
  });

  it('to lock a till does nothing when it comes again', async () => {
    const session = await sessionOf(clerk, { pin: '1234' });
    const captured = lockText(clerk, session);
    expect((await send('sign_in/lock', captured)).body).toEqual({ success: true });
    await unlock(clerk, session, '1234');
    await send('sign_in/lock', captured);
    expect(await isOpen(clerk, session)).toBe(true);
  });
});

test('of two PINs at the limit of tries one is judged', async () => {
  const session = await sessionOf(clerk, { pin: '1234' });
  await lock(clerk, session);
  await changeStored('user_secret SET pin_tries = 4');
  const pins = [unlock(clerk, session, '0000'), unlock(clerk, session, '1111')];
  expect((await Promise.all(pins)).map(({ status }) => status)).toEqual([401, 401]);
  expect((await unlock(clerk, session, '1234')).status).toBe(401);
});
