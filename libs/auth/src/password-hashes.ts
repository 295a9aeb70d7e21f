import { Refused } from '@stockbook/contracts';
import { oneAfterTheOther } from '@stockbook/process';
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** `scrypt$<log2 N>$<r>$<p>$<salt>$<key>`, the last two in base64url. */
export type PasswordHash = string;

/** OWASP recommends these parameters, which take 64 MiB and about 0.3 s for each guess. */
const [LOG_N, R, P] = [16, 8, 2];
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const MOST_WAITING = 16;

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt);

const crowded = new Refused({
  code: 'unavailable',
  message: 'Too many people sign in at the moment; repeat the request.',
});

/** Hashes one password at a time, so that strangers use up neither memory nor processors. */
export class PasswordHashes {
  private readonly inTurn = oneAfterTheOther();
  private waiting = 0;
  /** Stands in for a missing hash; it is random, so no password has it. */
  private readonly decoy: PasswordHash;

  constructor(private readonly logN = LOG_N) {
    this.decoy = written(logN, R, P, randomBytes(SALT_BYTES), randomBytes(KEY_BYTES));
  }

  async hash(password: string): Promise<PasswordHash> {
    const salt = randomBytes(SALT_BYTES);
    return written(this.logN, R, P, salt, await this.keyOf(password, salt, this.logN, R, P));
  }

  /** Takes the same time for a user without a hash. */
  async isRight(password: string, hash: PasswordHash = this.decoy): Promise<boolean> {
    const [, logN, r, p, salt = '', key = ''] = hash.split('$');
    const kept = Buffer.from(key, 'base64url');
    const given = await this.keyOf(password, Buffer.from(salt, 'base64url'), Number(logN), Number(r), Number(p));
    return kept.length === given.length && timingSafeEqual(kept, given);
  }

  private async keyOf(password: string, salt: Buffer, logN: number, r: number, p: number): Promise<Buffer> {
    if (this.waiting >= MOST_WAITING) throw crowded;
    this.waiting++;
    const N = 2 ** logN;
    // Keyboards write the same character in different ways.
    const text = password.normalize('NFKC');
    const terms = { N, r, p, maxmem: 256 * N * r };
    return this.inTurn(() => derive(text, salt, KEY_BYTES, terms)).finally(() => this.waiting--);
  }
}

const written = (logN: number, r: number, p: number, salt: Buffer, key: Buffer): PasswordHash =>
  ['scrypt', logN, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
