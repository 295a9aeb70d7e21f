import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection without an HTTP client, which sends bytes as given and keeps the bytes that it receives. */
export class RawConnection {
  received = '';
  readonly ended: Promise<unknown>;

  private constructor(readonly socket: Socket) {
    socket.setEncoding('latin1').on('data', (text) => (this.received += String(text)));
    // A gateway that closes a connection which still sends resets it.
    socket.on('error', () => undefined);
    this.ended = new Promise((resolve) => socket.once('close', resolve));
  }

  static async to(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  /** Sends the head of a request; by default its body comes in chunks. An empty header is left out. */
  head(path: string, { method = 'POST', ...headers }: Record<string, string> = {}): this {
    const all = { host: 'x', 'content-type': 'application/json', 'transfer-encoding': 'chunked', ...headers };
    const given = Object.entries(all).filter(([, value]) => value);
    const lines = given.map(([name, value]) => `${name}: ${value}\r\n`);
    this.socket.write(`${method} /${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
    return this;
  }

  chunk(data: Buffer | string): this {
    this.socket.write(`${Buffer.byteLength(data).toString(16)}\r\n`);
    this.socket.write(data);
    this.socket.write('\r\n');
    return this;
  }

  /** Returns the status of the answer, or 100 while only "100 Continue" has come; 0 before any. */
  get status(): number {
    return Number(/^(?:HTTP\/1\.1 100 [^]*?)?HTTP\/1\.1 (\d+)/.exec(this.received)?.[1] ?? 0);
  }

  /**
   * Resolves with the status once the answer begins, or with 0 when the gateway has closed the connection without one.
   */
  async answered(): Promise<number> {
    while (this.status < 200 && !this.socket.destroyed) {
      await Promise.race([this.ended, new Promise((resolve) => this.socket.once('data', resolve))]);
    }
    return this.status;
  }

  get body(): unknown {
    return JSON.parse(this.received.slice(this.received.indexOf('\r\n\r\n')));
  }
}
