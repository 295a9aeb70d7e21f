import { type Claim, ClaimScan } from '@stockbook/auth';
import { Refused } from '@stockbook/contracts';
import { oneAfterTheOther } from '@stockbook/process';
import type { IncomingMessage } from 'node:http';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { countLimited } from './rate-limit.js';

export interface UnsignedBody {
  readonly bytes: Buffer;
  readonly size: number;
  readonly claim: Claim;
  release(): void;
}

/** Bodies of more bytes are accepted only from addresses that have not sent too many wrong signatures. */
export const SMALL_BODY = 65_536;
/**
 * Several bodies of more bytes arrive at 16 MB a second together. Each chunk is garbage for V8: at full speed its
 * collection holds the process for 17 ms, seven times a second.
 */
const PACED_BODY = 524_288;
const PACE_MS = 4;

const crowdedOut = new Refused({
  code: 'unavailable',
  message: 'The server receives too many bytes at the moment; repeat the request.',
});
const brokenOff = new Refused({ code: 'malformed', message: 'The body ended early.' });

/** The body that has been arriving longest gives way: only a stranger can afford to be slow. */
export class UnsignedBodies {
  private held = 0;
  /** The bodies that arrive, the oldest first. */
  private readonly arriving = new Map<GrowingBuffer, (refused: Refused) => void>();
  private readonly paced = new Set<GrowingBuffer>();
  private readonly inTurn = oneAfterTheOther();

  constructor(private readonly budget: number) {}

  /** `check` throws for a size that is not accepted. */
  async receive(raw: IncomingMessage, limit: number, check: (size: number) => void): Promise<UnsignedBody> {
    const buffer = new GrowingBuffer(limit);
    const scan = new ClaimScan();
    const release = () => this.free(buffer);
    try {
      await this.arrivalOf(raw, buffer, scan, check);
    } catch (error) {
      release();
      throw error;
    }
    const { bytes, size } = buffer;
    return { bytes, size, claim: scan.claim, release };
  }

  private arrivalOf(
    raw: IncomingMessage,
    buffer: GrowingBuffer,
    scan: ClaimScan,
    check: (size: number) => void,
  ): Promise<void> {
    const take = (chunk: Buffer) => {
      check(buffer.size + chunk.length);
      buffer.add(chunk);
      scan.add(chunk, buffer.bytes);
      this.held += chunk.length;
      this.makeRoom();
      if (buffer.size > PACED_BODY) this.paced.add(buffer);
      if (buffer.size > SMALL_BODY) this.slowDown(raw, buffer);
    };
    return new Promise<void>((resolve, reject) => {
      this.arriving.set(buffer, reject);
      raw.on('data', (chunk: Buffer) => {
        try {
          if (this.arriving.has(buffer)) take(chunk);
        } catch (error) {
          reject(error);
        }
      });
      raw.once('end', resolve);
      for (const event of ['error', 'close']) raw.once(event, () => reject(brokenOff));
    }).finally(() => {
      this.arriving.delete(buffer);
      this.paced.delete(buffer);
    });
  }

  /** Reads one chunk of all large bodies in a turn of the event loop; Node would read up to 2 MB each. */
  private slowDown(raw: IncomingMessage, buffer: GrowingBuffer): void {
    raw.pause();
    const isPaced = this.paced.has(buffer) && this.paced.size > 1;
    void this.inTurn(() => (isPaced ? delay(PACE_MS) : setImmediate())).then(() => raw.resume());
  }

  private makeRoom(): void {
    for (const [oldest, refuse] of this.arriving) {
      if (this.held <= this.budget) return;
      this.arriving.delete(oldest);
      this.free(oldest);
      countLimited('unsigned_bytes');
      refuse(crowdedOut);
    }
  }

  private free(buffer: GrowingBuffer): void {
    this.held -= buffer.size;
    buffer.clear();
  }
}

const NOTHING = Buffer.alloc(0);

/**
 * Joins chunks as they come, because a Buffer for each tiny chunk takes a hundred times its bytes. A resizable
 * ArrayBuffer returns its memory at once. A Buffer waits for the garbage collection, so the budget would not bound the
 * memory of the process.
 */
class GrowingBuffer {
  bytes: Buffer = NOTHING;
  private room?: ArrayBuffer;

  constructor(private readonly limit: number) {}

  get size(): number {
    return this.bytes.length;
  }

  add(chunk: Buffer): void {
    // Most bodies are one chunk.
    if (this.size === 0) this.bytes = chunk;
    else this.append(chunk);
  }

  clear(): void {
    this.room?.resize(0);
    this.bytes = NOTHING;
  }

  private append(chunk: Buffer): void {
    const { bytes, size } = this;
    const room = (this.room ??= new ArrayBuffer(size + chunk.length, { maxByteLength: this.limit }));
    room.resize(size + chunk.length);
    this.bytes = Buffer.from(room);
    if (bytes.buffer !== room) bytes.copy(this.bytes);
    chunk.copy(this.bytes, size);
  }
}
