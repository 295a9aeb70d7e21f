import type { SealedSecret } from '@stockbook/contracts';
import { type Environment, OperatorError, Proofs, StartFault } from '@stockbook/process';
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function newApiSecret(): string {
  return Array.from({ length: 40 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** The first key seals; every key opens. */
export class SecretKeys {
  private constructor(
    private readonly keys: ReadonlyMap<string, Buffer>,
    private readonly sealing: string,
  ) {}

  static readonly none = new SecretKeys(new Map(), '');

  static in({ STOCKBOOK_SECRET_KEYS }: Environment): SecretKeys | undefined {
    return STOCKBOOK_SECRET_KEYS ? SecretKeys.parse(STOCKBOOK_SECRET_KEYS) : undefined;
  }

  /** Reads `k2:<base64 of 32 bytes>,k1:...`; a StartFault names the bad entry and shows no key. */
  static parse(text: string): SecretKeys {
    if (!text.trim()) throw new StartFault('STOCKBOOK_SECRET_KEYS must name at least one key, as id:base64.');
    const keys = new Map<string, Buffer>();
    for (const [index, entry] of text.split(',').entries()) {
      const place = `Entry ${index + 1} of STOCKBOOK_SECRET_KEYS`;
      const [, id, encoded] = /^([\w-]{1,32}):(.*)$/.exec(entry.trim()) ?? [];
      if (!id || encoded === undefined) {
        throw new StartFault(`${place} must be written id:base64, the id of up to 32 letters, digits, _ or -.`);
      }
      if (keys.has(id)) throw new StartFault(`${place} repeats the key id ${id}.`);
      const key = Buffer.from(encoded, 'base64');
      // Buffer.from silently skips characters outside base64.
      if (key.toString('base64') !== encoded) throw new StartFault(`${place}, ${id}, is not valid base64.`);
      if (key.length !== KEY_BYTES) {
        throw new StartFault(`${place}, ${id}, must hold ${KEY_BYTES} bytes in base64, but holds ${key.length}.`);
      }
      keys.set(id, key);
    }
    const [sealing = ''] = keys.keys();
    return new SecretKeys(keys, sealing);
  }

  /** `open` needs the same `boundTo`, the owner of the secret. */
  seal(plain: string, boundTo: string): SealedSecret {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key(this.sealing), nonce).setAAD(Buffer.from(boundTo));
    const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    const sealed = Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64');
    return { key_id: this.sealing, sealed };
  }

  /** Throws if the key is unknown, or the secret was altered or belongs to another owner. */
  open({ key_id, sealed }: SealedSecret, boundTo: string): string {
    const bytes = Buffer.from(sealed, 'base64');
    const key = this.key(key_id);
    try {
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(boundTo));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch (cause) {
      throw new OperatorError(`The secret of ${boundTo} was altered or belongs to another owner.`, { cause });
    }
  }

  /** Seals the secret under the first key; one that this key has sealed stays as it is. */
  reseal(secret: SealedSecret, boundTo: string): SealedSecret {
    return secret.key_id === this.sealing ? secret : this.seal(this.open(secret, boundTo), boundTo);
  }

  /** Makes proofs by keys that are derived from these. A proof of one purpose is not valid for another. */
  proofsOf(purpose: 'calls' | 'events' | 'challenges'): Proofs {
    const derived = (key: Buffer) => new Uint8Array(hkdfSync('sha256', key, '', `stockbook ${purpose}`, KEY_BYTES));
    return new Proofs(new Map([...this.keys].map(([id, key]) => [id, derived(key)])));
  }

  private key(id: string): Buffer {
    const key = this.keys.get(id);
    if (!key) throw new StartFault(`STOCKBOOK_SECRET_KEYS has no key ${id || 'at all'}.`);
    return key;
  }
}
