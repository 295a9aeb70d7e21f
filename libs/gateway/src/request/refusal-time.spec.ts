import { post, sign, World } from '@stockbook/testing';

const BRANDS = 'inventory/brand/get';
const [KINDS, TIMES] = [3, 8];

test('an unknown domain, an unknown user and a wrong signature are refused after the same time', async () => {
  const world = await World.withGateway();
  const { credentials, api } = await world.account();
  // The gateway knows an active user, and guessing is worthwhile for the names of such users.
  await api.inventory.brand.get({});
  const wrong = [{ domain: 'nobody' }, { api_key: 'nobody@nowhere.test' }, { api_secret: 'x'.repeat(40) }];
  const shortest = new Array<number>(KINDS).fill(Infinity);
  for (let i = 0; i < KINDS * TIMES; i++) {
    const text = sign(`/${BRANDS}`, {}, { ...credentials, ...wrong[i % KINDS] });
    const began = performance.now();
    expect((await post(world.url, BRANDS, text)).status).toBe(401);
    shortest[i % KINDS] = Math.min(shortest[i % KINDS]!, performance.now() - began);
  }
  // The shortest of several times is the gateway's own, without delays of the machine.
  expect(Math.min(...shortest)).toBeGreaterThan(45);
  expect(Math.max(...shortest) - Math.min(...shortest)).toBeLessThan(20);
  await world.close();
});
