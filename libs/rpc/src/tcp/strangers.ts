import type { Socket } from 'node:net';

/** All unproven connections together may send this much; one proven message may be as long. */
const STRANGERS_BYTES = 64 * 1024 * 1024;

/** Closes the connection that began first: only a stranger can afford to be slow. */
export class Strangers {
  private held = 0;
  /** The connection that began first is the first. */
  private readonly bytes = new Map<Socket, number>();

  /** Returns false when it has closed a connection. */
  receive(socket: Socket, bytes: number): boolean {
    if (!this.bytes.has(socket)) socket.once('close', () => this.forget(socket));
    this.bytes.set(socket, (this.bytes.get(socket) ?? 0) + bytes);
    this.held += bytes;
    if (this.held <= STRANGERS_BYTES) return true;
    for (const oldest of this.bytes.keys()) {
      if (this.held <= STRANGERS_BYTES) break;
      this.forget(oldest);
      oldest.destroy();
    }
    return false;
  }

  forget(socket: Socket): void {
    this.held -= this.bytes.get(socket) ?? 0;
    this.bytes.delete(socket);
  }
}
