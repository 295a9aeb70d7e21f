import { Socket } from 'node:net';

type Written = (error?: Error | null) => void;

/** Sends the writes of one tick as one packet, so that a pipeline of statements wakes PostgreSQL once. */
export class CoalescingSocket extends Socket {
  private isHeld = false;

  override write(chunk: string | Uint8Array, encoding?: BufferEncoding | Written, written?: Written): boolean {
    this.holdForThisTick();
    return typeof encoding === 'function' ? super.write(chunk, encoding) : super.write(chunk, encoding, written);
  }

  private holdForThisTick(): void {
    if (this.isHeld) return;
    this.isHeld = true;
    this.cork();
    process.nextTick(() => {
      this.isHeld = false;
      this.uncork();
    });
  }
}
