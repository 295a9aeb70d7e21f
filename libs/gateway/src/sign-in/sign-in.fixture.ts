import type { Credentials } from '@stockbook/auth';
import { checkedClient, ok, post, sign, type TestUser, World } from '@stockbook/testing';

export const ORIGIN = 'https://shop.example';
export const PASSWORD = 'correct horse battery';

let world: World;
let addresses = 0;

/**
 * Opens a world whose gateway believes the `X-Forwarded-For` of the test, so that each request can come from an address
 * of its own.
 */
export const openSignInWorld = async (): Promise<World> =>
  (world = await World.withGateway({ signInOrigins: [ORIGIN], trustedProxies: ['127.0.0.1'] }));

export interface Opened {
  readonly session_id: number;
  readonly session_secret: string;
  readonly expires: string;
}

export const opened = ({ status, body }: { status: number; body: object }): Opened => {
  expect({ status, body }).toMatchObject({ status: 200, body: { success: true } });
  return body as Opened & { success: true };
};

export const nameOf = ({ credentials: { domain, api_key } }: TestUser) => ({ domain, api_key });

export const credentialsOf = (user: TestUser, { session_id, session_secret }: Opened): Credentials => ({
  ...nameOf(user),
  api_secret: session_secret,
  auth_session: session_id,
});

export const clientOf = (user: TestUser, session: Opened) => checkedClient(world.url, credentialsOf(user, session));

export const isOpen = async (user: TestUser, session: Opened): Promise<boolean> =>
  'user_id' in (await clientOf(user, session).setting.user.whoami({}));

/** Each request comes from an address of its own, unless one is named. */
export const send = (path: string, text: string, address = `10.0.${addresses++ >> 8}.${addresses & 255}`) =>
  post(world.url, path, text, { 'x-forwarded-for': address });

export const open = (user: TestUser, shown: object, address?: string) =>
  send('sign_in/open', JSON.stringify({ ...nameOf(user), ...shown }), address);

export async function linkBy(administrator: TestUser, { user_id }: TestUser): Promise<Credentials> {
  const { link = '' } = ok(await administrator.api.setting.user.addEnrolment({ user_id }));
  const given = Object.fromEntries(new URLSearchParams(link.slice(link.indexOf('?') + 1)));
  const { domain = '', api_key = '', api_secret = '', auth_session } = given;
  return { domain, api_key, api_secret, auth_session: Number(auth_session) };
}

export const enrol = (link: Credentials, shown: object) => send('sign_in/enrol', sign('/sign_in/enrol', shown, link));

export const lockText = (user: TestUser, session: Opened): string =>
  sign('/sign_in/lock', {}, credentialsOf(user, session));
export const lock = (user: TestUser, session: Opened) => send('sign_in/lock', lockText(user, session));

export const unlockText = (user: TestUser, session: Opened, pin: string): string =>
  sign('/sign_in/unlock', { pin }, credentialsOf(user, session));
export const unlock = (user: TestUser, session: Opened, pin: string) =>
  send('sign_in/unlock', unlockText(user, session, pin));

export async function challenge(): Promise<string> {
  const { body } = await send('sign_in/challenge', '{}');
  expect(body).toMatchObject({ rp_id: 'shop.example', origins: [ORIGIN] });
  return String(Object(body).challenge);
}
