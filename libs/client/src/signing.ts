/** The type is derived, because the types of Node 20 have no global CryptoKey. */
type Key = Parameters<typeof crypto.subtle.sign>[1];

/** The user who makes the requests. */
export interface Identity {
  /** The domain of the account. */
  readonly domain: string;
  /** The user's e-mail address. */
  readonly apiKey: string;
  /** The session whose secret signs, instead of the user's own. */
  readonly session?: number;
  /** The user's secret; `key` or `sign` may replace it. */
  readonly apiSecret?: string;
  /** The secret as a `CryptoKey` for HMAC with SHA-256, which need not be extractable. */
  readonly key?: Key;
  /** Signs elsewhere: resolves with the lower-case hex of the text's HMAC-SHA256. */
  readonly sign?: (text: string) => Promise<string>;
}

/**
 * Returns the body of a request whose signature covers its path, which begins with a slash, and each of its bytes.
 * `now` is in ms.
 */
export type Signer = (path: string, fields: object, now: number) => Promise<string>;

const HMAC = { name: 'HMAC', hash: 'SHA-256' };
const NONE = {
  domain: undefined,
  api_key: undefined,
  auth_session: undefined,
  auth_timestamp: undefined,
  auth_signature: undefined,
};

export const hmacKey = (secret: Uint8Array<ArrayBuffer>, use: 'sign' | 'verify'): Promise<Key> =>
  crypto.subtle.importKey('raw', secret, HMAC, false, [use]);

const encode = (text: string) => new TextEncoder().encode(text);

export function signerOf({ domain, apiKey: api_key, session: auth_session, apiSecret, key, sign }: Identity): Signer {
  if (!apiSecret && !key && !sign) throw new TypeError('Stockbook needs an apiSecret, a key or sign.');
  let imported: Promise<Key> | undefined;
  const hmac = async (text: string): Promise<string> => {
    const used = key ?? (await (imported ??= hmacKey(encode(apiSecret ?? ''), 'sign')));
    const bytes = new Uint8Array(await crypto.subtle.sign(HMAC.name, used, encode(text)));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  };
  return async (path, fields, now) => {
    const authentication = JSON.stringify({ domain, api_key, auth_session, auth_timestamp: Math.floor(now / 1_000) });
    const rest = JSON.stringify({ ...fields, ...NONE });
    // The signature comes first, where its place depends on no field.
    const before = '{"auth_signature":"';
    const after = `",${authentication.slice(1, -1)}${rest === '{}' ? '}' : `,${rest.slice(1)}`}`;
    return before + (await (sign ?? hmac)(`${path}\n${before}${after}`)) + after;
  };
}
