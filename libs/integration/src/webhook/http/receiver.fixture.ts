import { ok as granted, type TestUser } from '@stockbook/testing';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { Webhook as Verifier } from 'standardwebhooks';

/** A request as a receiver got it. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Throws unless the library of Standard Webhooks verifies a delivery. */
export function verify(secret: string, { body, headers }: Pick<Received, 'body' | 'headers'>): unknown {
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return new Verifier(secret).verify(body, Object.fromEntries(texts));
}

/** A receiver of webhooks on this machine. */
export class Receiver {
  readonly received: Received[] = [];
  /** Counts the connections that it has accepted. */
  connections = 0;
  private readonly secrets: string[] = [];
  private readonly unverified: Received[] = [];
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server | ReturnType<typeof createTcpServer>,
    private readonly protocol: string,
  ) {
    server.on('connection', (socket: Socket) => {
      this.connections++;
      this.sockets.add(socket);
      socket.on('error', () => undefined);
    });
  }

  /** Answers by `answer` when the whole body is there; 200 by default. */
  static async open(
    answer: (request: Received, ...rest: Parameters<RequestListener>) => void = ok,
    tls?: { key: string; cert: string },
    host = '127.0.0.1',
  ): Promise<Receiver> {
    const listener: RequestListener = (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const received = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() };
        receiver.received.push(received);
        if (!receiver.isVerified(received)) receiver.unverified.push(received);
        answer(received, request, response);
      });
    };
    const server = tls ? createTlsServer(tls, listener) : createServer(listener);
    const receiver = new Receiver(server, tls ? 'https' : 'http');
    return receiver.listen(host);
  }

  /** Hands over raw connections. */
  static raw(onConnection: (socket: Socket) => void): Promise<Receiver> {
    return new Receiver(createTcpServer(onConnection), 'http').listen('127.0.0.1');
  }

  get port(): number {
    return this.address.port;
  }

  get url(): string {
    return `${this.protocol}://${this.address.address}:${this.port}/hook`;
  }

  /** From now on each delivery must verify by this secret or another given one; before, none may be signed. */
  trust(secret = ''): void {
    this.secrets.push(secret);
  }

  /** Adds an endpoint of this receiver for the events of orders, and trusts its secret. */
  async subscribe({ api }: TestUser, fields = {}): Promise<{ webhook_id: number; secret: string }> {
    const endpoint = { url: this.url, events: ['sale_order'], ...fields };
    const { webhook_id, secret = '' } = granted(await api.integration.webhook.add(endpoint));
    this.trust(secret);
    return { webhook_id, secret };
  }

  /** Fails where the library of Standard Webhooks has not verified a delivery. */
  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((closed) => this.server.close(closed));
    expect(this.unverified).toEqual([]);
  }

  private isVerified(received: Received): boolean {
    const isBy = (secret: string) => {
      try {
        return Boolean(verify(secret, received));
      } catch {
        return false;
      }
    };
    const isSigned = 'webhook-signature' in received.headers;
    return (!isSigned && !this.secrets.length) || this.secrets.some(isBy);
  }

  private get address(): AddressInfo {
    return this.server.address() as AddressInfo;
  }

  private async listen(host: string): Promise<this> {
    this.server.listen(0, host);
    await once(this.server, 'listening');
    return this;
  }
}

const ok = (_: Received, __: IncomingMessage, response: Parameters<RequestListener>[1]) => void response.end('ok');
