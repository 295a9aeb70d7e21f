import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Address } from './address.js';

/** Forwards connections. While it is halted, they stay open and carry nothing. */
export class TcpProxy {
  readonly listening: Promise<unknown>;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private isHeld = false;

  constructor(
    readonly address: Address,
    target: Address,
  ) {
    const { host, port } = address;
    this.server = createServer((near) => {
      const far = connect(target);
      this.pipe(near, far);
      this.pipe(far, near);
    }).listen(port, host);
    this.listening = once(this.server, 'listening');
  }

  hold(): void {
    this.isHeld = true;
    for (const socket of this.sockets) socket.pause();
  }

  release(): void {
    this.isHeld = false;
    for (const socket of this.sockets) socket.resume();
  }

  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.cut();
    await closed;
  }

  private pipe(from: Socket, to: Socket): void {
    this.sockets.add(from);
    from.on('data', (bytes) => to.write(bytes));
    from.on('error', () => undefined);
    from.on('close', () => {
      this.sockets.delete(from);
      to.destroy();
    });
    if (this.isHeld) from.pause();
  }
}
