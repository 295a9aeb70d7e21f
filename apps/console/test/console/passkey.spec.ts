import { ok, World } from '@stockbook/testing';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../browser.fixture.js';
import { ServedConsole } from './console.fixture.js';

/** Browsers take passkeys for a name, and the server of a spec has an address alone. */
const ORIGIN = 'https://shop.example';

describeInBrowser('a passkey', () => {
  let world: World;
  let served: ServedConsole;

  beforeAll(async () => {
    world = await World.withGateway({ signInOrigins: [ORIGIN] });
    served = await ServedConsole.of(world.url);
  });
  afterAll(async () => {
    await served.close();
    await world.close();
  });
  afterEach(() => expect(served.takeFaults()).toEqual([]));

  /** Opens a page of a browser that finds the server by its name, and that has a passkey device. */
  async function openWithDevice(): Promise<Page> {
    const page = await served.visit('/console/');
    await page.route(`${ORIGIN}/**`, async (route) => {
      const response = await route.fetch({ url: route.request().url().replace(ORIGIN, world.url) });
      await route.fulfill({ response });
    });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    const verifies = { hasUserVerification: true, isUserVerified: true };
    const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, ...verifies } as const;
    await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
    return page;
  }

  test('enrols by a link, and signs in', async () => {
    const owner = await world.account();
    const { user_id, credentials } = await world.colleague(owner, { access: ['*'], modify: ['*'] });
    const { link = '' } = ok(await owner.api.setting.user.addEnrolment({ user_id }));
    const page = await openWithDevice();
    const isIn = () => page.getByRole('heading', { name: 'Items' }).waitFor();
    await page.goto(ORIGIN + link);
    await page.getByRole('button', { name: 'Use a passkey instead' }).click();
    await isIn();

    await page.getByRole('button', { name: /^Menu of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Account (domain)').fill(credentials.domain);
    await page.getByLabel('E-mail').fill(credentials.api_key);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await isIn();
  });
});
