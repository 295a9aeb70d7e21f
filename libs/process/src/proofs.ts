import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

const ALGORITHM = 'sha256';

/** HMAC-SHA256 as `<key id>.<base64url>`. The first key proves, every key is accepted. */
export class Proofs {
  private readonly keys: ReadonlyMap<string, KeyObject>;
  private readonly first: string;

  /** The keys have their ids as names; the newest comes first. */
  constructor(keys: ReadonlyMap<string, Uint8Array>) {
    this.keys = new Map([...keys].map(([id, key]) => [id, createSecretKey(key)]));
    const [first] = this.keys.keys();
    if (first === undefined) throw new Error('Without a key nothing can be proven.');
    this.first = first;
  }

  /** Proves these texts in this order. Line feeds separate them, so only the last may contain one. */
  of(...texts: readonly (string | Uint8Array)[]): string {
    return `${this.first}.${this.mac(this.first, texts)?.toString('base64url')}`;
  }

  holds(proof: string, ...texts: readonly string[]): boolean {
    const dot = proof.lastIndexOf('.');
    const mac = this.mac(proof.slice(0, Math.max(0, dot)), texts);
    const given = Buffer.from(proof.slice(dot + 1), 'base64url');
    return mac !== undefined && mac.length === given.length && timingSafeEqual(mac, given);
  }

  private mac(id: string, texts: readonly (string | Uint8Array)[]): Buffer | undefined {
    const key = this.keys.get(id);
    if (!key) return undefined;
    const hmac = createHmac(ALGORITHM, key);
    for (const [index, text] of texts.entries()) {
      if (index) hmac.update('\n');
      hmac.update(text);
    }
    return hmac.digest();
  }
}
