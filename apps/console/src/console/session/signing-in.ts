import { Stockbook, type StockbookOptions } from '@stockbook/client';
import { SERVER } from '../server/server.js';
import { OwnFailure } from '../text/own-failure.js';
import { newPasskey, signedChallenge } from './passkey.js';
import { beginSession } from './session.js';

export interface Person {
  readonly domain: string;
  readonly apiKey: string;
}

/** The choices of a person who opens a session. */
export interface Device {
  readonly pin: string;
  readonly isShared: boolean;
}

/** A password, or a passkey of the browser. */
export type Credential = { readonly password: string } | 'passkey';

/** A one-time link, which signs the enrolment alone. */
export interface EnrolmentLink extends Person {
  readonly session: number;
  readonly apiSecret: string;
}

interface Opened {
  readonly session_id?: unknown;
  readonly session_secret?: unknown;
}

/** A request without a signature: those who sign in have nothing to sign with. */
const stranger = (person: Person) => clientOf({ ...person, sign: async () => '' });

/** A try is counted, so none is repeated. */
const clientOf = (identity: Omit<StockbookOptions, 'url'>) => new Stockbook({ url: SERVER, retries: 0, ...identity });

export async function signIn(person: Person, credential: Credential, device: Device): Promise<void> {
  const api = stranger(person);
  const shown = credential === 'passkey' ? { passkey: await signedChallenge(await challenge(api)) } : credential;
  await begin(person, await api.request('sign_in/open', { ...shown, ...deviceFields(device) }), device);
}

export async function enrol(link: EnrolmentLink, credential: Credential, device: Device): Promise<void> {
  const shown =
    credential === 'passkey' ? { passkey: await newPasskey(await challenge(stranger(link)), link.apiKey) } : credential;
  await begin(link, await clientOf(link).request('sign_in/enrol', { ...shown, ...deviceFields(device) }), device);
}

/** Opens a session of the demo account, whose secret the server gives once for the code to a browser of its machine. */
export async function signInToDemo(code: string): Promise<void> {
  const answer = await fetch(new URL(`demo/${code}`, SERVER), { method: 'POST' });
  if (answer.status === FORBIDDEN) throw new OwnFailure('demoUsed');
  if (!answer.ok) throw new OwnFailure('demoRefused');
  const { domain, api_key: apiKey, api_secret: apiSecret } = await answer.json();
  const opened = await clientOf({ domain, apiKey, apiSecret }).setting.user.addSession({ name: deviceName() });
  await begin({ domain, apiKey }, { ...opened }, { pin: '', isShared: false });
}

/** The status of a code that is used or wrong; other browsers than those of the machine hear of no code. */
const FORBIDDEN = 403;

const challenge = (api: Stockbook) => api.request('sign_in/challenge');

const deviceFields = ({ pin }: Device) => ({ name: deviceName(), ...(pin && { pin }) });

/** The session stands under this name in the list of sessions. */
const deviceName = (): string => {
  const system = /Windows|Android|iPhone|iPad|Mac OS|Linux/.exec(navigator.userAgent)?.[0] ?? '';
  const browser = /Firefox|Edg|Chrome|Safari/.exec(navigator.userAgent)?.[0].replace('Edg', 'Edge') ?? 'Browser';
  return `Console, ${browser} ${system}`.trim();
};

/** Keeps the secret as a key that signs and that no script can read. */
async function begin({ domain, apiKey }: Person, opened: Opened, { pin, isShared }: Device): Promise<void> {
  const secret = new TextEncoder().encode(String(opened.session_secret));
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const session = Number(opened.session_id);
  await beginSession({ domain, apiKey, session, key, hasPin: Boolean(pin), isLocked: false }, !isShared);
}
