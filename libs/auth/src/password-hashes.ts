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
/** Half of the places are left to others, whatever one network sends. */
const MOST_OF_NETWORK = MOST_WAITING / 2;

type Terms = readonly [logN: number, r: number, p: number];

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt);

const crowded = new Refused({
  code: 'unavailable',
  message: 'Too many people sign in at the moment; repeat the request.',
});

/** Hashes one password at a time, so that strangers use up neither memory nor processors. */
export class PasswordHashes {
  private readonly inTurn = oneAfterTheOther();
  /** The networks whose passwords wait, each as often as it does. */
  private readonly waiting: string[] = [];
  /** Stands in for a missing hash; it is random, so no password has it. */
  private readonly decoy: PasswordHash;

  constructor(private readonly logN = LOG_N) {
    this.decoy = written(logN, R, P, randomBytes(SALT_BYTES), randomBytes(KEY_BYTES));
  }

  async hash(password: string, network: string): Promise<PasswordHash> {
    const salt = randomBytes(SALT_BYTES);
    return written(this.logN, R, P, salt, await this.keyOf(network, password, salt, [this.logN, R, P]));
  }

  /** Takes the same time for a user without a hash. */
  async isRight(password: string, network: string, hash: PasswordHash = this.decoy): Promise<boolean> {
    const [, logN, r, p, salt = '', key = ''] = hash.split('$');
    const kept = Buffer.from(key, 'base64url');
    const terms: Terms = [Number(logN), Number(r), Number(p)];
    const given = await this.keyOf(network, password, Buffer.from(salt, 'base64url'), terms);
    return kept.length === given.length && timingSafeEqual(kept, given);
  }

  private async keyOf(network: string, password: string, salt: Buffer, [logN, r, p]: Terms): Promise<Buffer> {
    const ofNetwork = this.waiting.filter((each) => each === network).length;
    if (this.waiting.length >= MOST_WAITING || ofNetwork >= MOST_OF_NETWORK) throw crowded;
    this.waiting.push(network);
    const N = 2 ** logN;
    // Keyboards write the same character in different ways.
    const text = password.normalize('NFKC');
    const options = { N, r, p, maxmem: 256 * N * r };
    const isDone = () => this.waiting.splice(this.waiting.indexOf(network), 1);
    return this.inTurn(() => derive(text, salt, KEY_BYTES, options)).finally(isDone);
  }
}

const written = (logN: number, r: number, p: number, salt: Buffer, key: Buffer): PasswordHash =>
  ['scrypt', logN, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
