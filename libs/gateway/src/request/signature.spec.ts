import { post, sign, type TestUser, World } from '@stockbook/testing';

const BRANDS = 'inventory/brand/get';
const WRONG = ['The domain, the api_key or the auth_signature is wrong.'];

let world: World;
let owner: TestUser;
beforeAll(async () => {
  // Refused signatures count for the address, which all specs have.
  world = await World.withGateway();
  owner = await world.account();
});
afterAll(() => world.close());

async function send(text: string, path = BRANDS, headers = {}) {
  const { status, body } = await post(world.url, path, text, headers);
  return { status, body: body as { error?: string[]; success?: boolean; total?: number } };
}

test('a signed body is let in, also one that another writer spaced and ordered', async () => {
  const { domain, api_key, api_secret } = owner.credentials;
  expect((await send(sign(`/${BRANDS}`, {}, owner.credentials))).status).toBe(200);

  const stamp = Math.floor(Date.now() / 1000);
  const open =
    `{ "filter_name" : "Caf\\u00e9 \\/ x",\n"domain": "${domain.toUpperCase()}", ` +
    `"api_key": "${api_key.toUpperCase()}", "auth_timestamp": ${stamp}, "auth_signature": "`;
  const { createHmac } = await import('node:crypto');
  const signature = createHmac('sha256', api_secret).update(`/${BRANDS}\n${open}" }`).digest('hex');
  expect(await send(`${open}${signature}" }`)).toMatchObject({ status: 200, body: { total: 0 } });
});

test('answers an unknown account, an unknown user and a wrong signature by one text', async () => {
  const { credentials } = owner;
  const stranger = sign(`/${BRANDS}`, {}, { ...credentials, domain: 'nobody' });
  const nobody = sign(`/${BRANDS}`, {}, { ...credentials, api_key: 'nobody@nowhere.test' });
  const forged = sign(`/${BRANDS}`, {}, { ...credentials, api_secret: 'x'.repeat(40) });
  const changed = sign(`/${BRANDS}`, { limit: 5 }, credentials).replace('"limit":5', '"limit":6');
  for (const text of [stranger, nobody, forged, changed]) {
    expect(await send(text)).toMatchObject({ status: 401, body: { error: WRONG } });
  }
});

test('a signature is for its path', async () => {
  const text = sign(`/${BRANDS}`, {}, owner.credentials);
  expect(await send(text, 'inventory/location/get')).toMatchObject({ status: 401, body: { error: WRONG } });
});

test('missing fields are named all at once', async () => {
  const { status, body } = await send('{"limit":5}');
  const missing = ['domain', 'api_key', 'auth_timestamp', 'auth_signature'];
  expect({ status, body: body.error }).toEqual({ status: 401, body: missing.map((field) => `${field} is required.`) });
});

test('the clock may be off by at most 300 seconds, and a timestamp in milliseconds is refused as such', async () => {
  const at = (offset_s: number) => send(sign(`/${BRANDS}`, {}, owner.credentials, Date.now() + offset_s * 1000));
  expect((await at(-295)).status).toBe(200);
  expect((await at(295)).status).toBe(200);
  expect((await at(-310)).body.error?.[0]).toMatch(
    /^auth_timestamp \d+ is 3\d\d s behind the server's time \d+; at most 300 s are allowed\.$/,
  );
  expect((await at(310)).status).toBe(401);
  const ms = await send(sign(`/${BRANDS}`, {}, owner.credentials, Date.now() * 1000));
  expect(ms.body.error?.[0]).toMatch(/milliseconds; it must be in seconds, and the server's time is \d+\.$/);
});

test('two secrets are live during a rotation, and a revoked one ends within five seconds', async () => {
  const user = await world.account();
  const second = await world.provisioning.rotateSecret(user.account_id, user.credentials.api_key);
  const status = async (api_secret: string) =>
    (await send(sign(`/${BRANDS}`, {}, { ...user.credentials, api_secret }))).status;
  expect(await status(user.credentials.api_secret)).toBe(200);
  expect(await status(second.api_secret)).toBe(200);

  await world.provisioning.revokeSecret(user.account_id, user.credentials.api_key, second.user_secret_id);
  const revoked_at = Date.now();
  while ((await status(second.api_secret)) === 200) expect(Date.now() - revoked_at).toBeLessThan(5_000);
  expect(await status(user.credentials.api_secret)).toBe(200);
});

test.each(['a\0b', '\0', 'x'.repeat(255)])(
  'a name that nobody can have is refused as an unknown one: %j',
  async (name) => {
    for (const named of [{ domain: name }, { api_key: name }]) {
      const text = sign(`/${BRANDS}`, {}, { ...owner.credentials, ...named });
      expect(await send(text)).toMatchObject({ status: 401, body: { error: WRONG } });
    }
  },
);

test('a disabled account is refused as disabled', async () => {
  const user = await world.account();
  await world.provisioning.changeAccount(user.account_id, { enabled: false });
  expect(await send(sign(`/${BRANDS}`, {}, user.credentials))).toMatchObject({
    status: 403,
    body: { error: ['The account is disabled.'] },
  });
});

test('a group may do what its permission names, and nothing else', async () => {
  const clerk = await world.colleague(owner, { access: ['inventory/*', 'sale/order'], modify: ['inventory/brand'] });
  const reply = await clerk.api.inventory.brand.add({ name: 'Mine' });
  expect(reply.error).toBeUndefined();
  expect((await clerk.api.inventory.location.get({})).error).toBeUndefined();
  expect((await clerk.api.inventory.location.add({ name: 'x' })).error).toEqual([
    'The user may not modify inventory/location.',
  ]);
  expect((await clerk.api.setting.company.get({})).error).toEqual(['The user may not access setting/company.']);
});

test('guesses of a signature are slowed down, requests of the owner are not', async () => {
  const user = await world.account();
  const forged = () => send(sign(`/${BRANDS}`, {}, { ...user.credentials, api_secret: 'x'.repeat(40) }));
  const guesses = await Promise.all(Array.from({ length: 60 }, forged));
  const statuses = new Set(guesses.map(({ status }) => status));
  expect(statuses).toContain(429);
  expect(await send(sign(`/${BRANDS}`, {}, user.credentials))).toMatchObject({ status: 200 });
});
