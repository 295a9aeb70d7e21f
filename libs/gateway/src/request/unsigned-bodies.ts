import { Refused } from '@stockbook/contracts';
import type { IncomingMessage } from 'node:http';
import { countLimited } from './rate-limit.js';

export interface UnsignedBody {
  readonly bytes: Buffer;
  /** Gives its bytes back to the budget, once its signature is verified or refused. */
  release(): void;
}

const crowdedOut = new Refused({
  code: 'unavailable',
  message: 'The server receives too many bytes at the moment; repeat the request.',
});
const brokenOff = new Refused({ code: 'malformed', message: 'The body ended early.' });

/**
 * Receives bodies of clients that nobody knows yet, within one budget of bytes. When it is used up, the body that has been arriving for
 * the longest time gives way: a usual request arrives at once, and only a stranger can afford to be slow.
 */
export class UnsignedBodies {
  private held = 0;
  /** The oldest first. */
  private readonly arriving = new Map<GrowingBuffer, (refused: Refused) => void>();

  constructor(private readonly budget: number) {}

  /** `check` throws for a size that is not accepted. */
  async receive(raw: IncomingMessage, limit: number, check: (size: number) => void): Promise<UnsignedBody> {
    const buffer = new GrowingBuffer(limit);
    try {
      await this.arrivalOf(raw, buffer, check);
    } catch (error) {
      this.free(buffer);
      throw error;
    }
    return { bytes: buffer.bytes, release: () => this.free(buffer) };
  }

  private arrivalOf(raw: IncomingMessage, buffer: GrowingBuffer, check: (size: number) => void): Promise<void> {
    const take = (chunk: Buffer) => {
      check(buffer.size + chunk.length);
      this.held -= buffer.capacity;
      buffer.add(chunk);
      this.held += buffer.capacity;
      this.makeRoom();
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
    }).finally(() => this.arriving.delete(buffer));
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
    this.held -= buffer.capacity;
    buffer.clear();
  }
}

const NOTHING = Buffer.alloc(0);

/** Joins chunks as they come: a Buffer each would take a hundred times the bytes of tiny ones. */
class GrowingBuffer {
  size = 0;
  private room: Buffer = NOTHING;

  constructor(private readonly limit: number) {}

  get capacity(): number {
    return this.room.length;
  }

  get bytes(): Buffer {
    return this.room.subarray(0, this.size);
  }

  add(chunk: Buffer): void {
    const size = this.size + chunk.length;
    if (this.size === 0) this.room = chunk;
    else {
      if (size > this.room.length) this.grow(Math.max(size, Math.min(2 * size, this.limit)));
      chunk.copy(this.room, this.size);
    }
    this.size = size;
  }

  clear(): void {
    this.room = NOTHING;
    this.size = 0;
  }

  private grow(capacity: number): void {
    const room = Buffer.allocUnsafeSlow(capacity);
    this.bytes.copy(room);
    this.room = room;
  }
}
