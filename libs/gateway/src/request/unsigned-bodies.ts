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
    const bytes = buffer.take();
    return { bytes, release: () => void (this.held -= bytes.length) };
  }

  private arrivalOf(raw: IncomingMessage, buffer: GrowingBuffer, check: (size: number) => void): Promise<void> {
    const take = (chunk: Buffer) => {
      check(buffer.size + chunk.length);
      buffer.add(chunk);
      this.held += chunk.length;
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
    this.held -= buffer.size;
    buffer.clear();
  }
}

/**
 * Joins chunks as they come: a Buffer each would take a hundred times the bytes of tiny ones. A resizable ArrayBuffer gives its memory back
 * at once, a Buffer when garbage is collected: the budget would not bound the memory of the process.
 */
class GrowingBuffer {
  size = 0;
  /** Most bodies are one chunk. */
  private only?: Buffer;
  private room?: ArrayBuffer;

  constructor(private readonly limit: number) {}

  add(chunk: Buffer): void {
    if (this.size === 0) this.only = chunk;
    else this.append(chunk);
    this.size += chunk.length;
  }

  /** Returns what it has in a Buffer of its own, because V8 reads resizable ones at half the speed. */
  take(): Buffer {
    const bytes = this.only ?? Buffer.from(Buffer.from(this.room ?? new ArrayBuffer(0)));
    this.clear();
    return bytes;
  }

  clear(): void {
    this.room?.resize(0);
    this.only = undefined;
    this.size = 0;
  }

  private append(chunk: Buffer): void {
    this.room ??= new ArrayBuffer(0, { maxByteLength: this.limit });
    this.room.resize(this.size + chunk.length);
    const joined = Buffer.from(this.room);
    this.only?.copy(joined);
    chunk.copy(joined, this.size);
    this.only = undefined;
  }
}
