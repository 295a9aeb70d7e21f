import type { SecretKeys } from '@stockbook/auth';
import { type Passkey, Refused, type SignInChallenge } from '@stockbook/contracts';
import type { Proofs } from '@stockbook/process';
import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import { randomBytes } from 'node:crypto';

const CHALLENGE_MS = 300_000;
const NONCE_BYTES = 16;
/** For other formats the library reads the sender's certificates, and fetches the URLs that they name. */
const FORMATS: readonly string[] = ['none', 'packed'];

/** Judges passkeys. Challenges are proven and not kept, so strangers who ask for them take no memory. */
export class Passkeys {
  private readonly proofs: Proofs;

  /** Without an origin no passkey is taken. */
  constructor(
    keys: SecretKeys,
    private readonly origins: readonly string[],
  ) {
    this.proofs = keys.proofsOf('challenges');
  }

  challenge(): SignInChallenge {
    const [rp_id] = this.requireHosts();
    const text = `${Date.now()} ${randomBytes(NONCE_BYTES).toString('base64url')}`;
    const challenge = Buffer.from(`${text} ${this.proofs.of(text)}`).toString('base64url');
    return { challenge, rp_id, origins: [...this.origins] };
  }

  /** Reads a new passkey; returns undefined if it does not hold. */
  async registered(response: object): Promise<Passkey | undefined> {
    return this.judged(async (terms) => {
      const given = { ...terms.expected, response: response as RegistrationResponseJSON };
      if (!FORMATS.includes(formatOf(given.response))) return undefined;
      const { registrationInfo } = await verifyRegistrationResponse(given);
      if (!registrationInfo) return undefined;
      const { id, publicKey, counter } = registrationInfo.credential;
      const public_key = Buffer.from(publicKey).toString('base64url');
      return { credential_id: id, public_key, counter, challenged: terms.challenged() };
    });
  }

  /** Returns the passkey as it is after the signature, or undefined if the signature is wrong. */
  async signed(response: object, kept: Passkey): Promise<Passkey | undefined> {
    return this.judged(async (terms) => {
      const { credential_id: id, counter } = kept;
      const credential = { id, counter, publicKey: new Uint8Array(Buffer.from(kept.public_key, 'base64url')) };
      const given = { ...terms.expected, response: response as AuthenticationResponseJSON, credential };
      const { verified, authenticationInfo } = await verifyAuthenticationResponse(given);
      return verified ? { ...kept, counter: authenticationInfo.newCounter, challenged: terms.challenged() } : undefined;
    });
  }

  /** The library throws for any fault of a passkey. */
  private async judged(judge: (terms: ReturnType<Passkeys['terms']>) => Promise<Passkey | undefined>) {
    const terms = this.terms();
    return judge(terms).catch(() => undefined);
  }

  private terms() {
    let challenged = 0;
    const expectedChallenge = (challenge: string): boolean => {
      challenged = this.timeOf(challenge);
      return challenged > Date.now() - CHALLENGE_MS;
    };
    const expectedOrigin = [...this.origins];
    const expectedRPID = [...this.requireHosts()];
    return {
      expected: { expectedChallenge, expectedOrigin, expectedRPID, requireUserVerification: true },
      challenged: () => challenged,
    };
  }

  /** Returns when a challenge was given, or 0 if Stockbook has not given it. */
  private timeOf(challenge: string): number {
    const text = Buffer.from(challenge, 'base64url').toString();
    const end = text.lastIndexOf(' ');
    const isOurs = end > 0 && this.proofs.holds(text.slice(end + 1), text.slice(0, end));
    return isOurs ? Number.parseInt(text, 10) : 0;
  }

  private requireHosts(): [string, ...string[]] {
    const [first, ...others] = this.origins.map((origin) => new URL(origin).hostname);
    if (first) return [first, ...others];
    const message = 'This installation takes no passkeys: SIGN_IN_ORIGINS names no page.';
    throw new Refused({ code: 'invalid', field: 'passkey', message });
  }
}

function formatOf({ response: { attestationObject } }: RegistrationResponseJSON): string {
  return decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url'))).get('fmt');
}
