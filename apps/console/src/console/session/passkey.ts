import { OwnFailure } from '../text/own-failure.js';

/** The answer of the API to a request for a challenge. */
type Challenge = Readonly<Record<string, unknown>>;

export const hasPasskeys = (): boolean => 'PublicKeyCredential' in globalThis && isSecureContext;

/** Makes a passkey of this person. The browser asks for a finger, a face or a PIN. */
export async function newPasskey({ challenge, rp_id }: Challenge, name: string): Promise<object> {
  const credential = await navigator.credentials.create({
    publicKey: {
      challenge: bytesOf(String(challenge)),
      rp: { id: String(rp_id), name: 'Stockbook' },
      user: { id: new TextEncoder().encode(name).slice(0, 64), name, displayName: name },
      // Ed25519, ECDSA with P-256, and RSA for older computers.
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    },
  });
  return jsonOf(credential);
}

export async function signedChallenge({ challenge, rp_id }: Challenge): Promise<object> {
  const credential = await navigator.credentials.get({
    publicKey: { challenge: bytesOf(String(challenge)), rpId: String(rp_id), userVerification: 'required' },
  });
  return jsonOf(credential);
}

function jsonOf(credential: Credential | null): object {
  if (credential instanceof PublicKeyCredential) return credential.toJSON();
  throw new OwnFailure('passkeyMissing');
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
}
