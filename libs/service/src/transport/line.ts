import { ClientTCP, type TcpSocket } from '@nestjs/microservices';
import type { SentCall } from './sent-call.js';
import { type Address, PromptSocket } from './socket.js';

const CONNECT_MS = 1_000;
/** No operation: a service that lives answers that it does not know it. */
const PING = 'ping';

/** The address neither took nor refused a connection. */
export class NoConnection extends Error {}

/** Takes a response or an error, which is an instance of Error when it is the connection that was lost. */
export type Reply = (error: unknown, response: unknown) => void;

/** One connection to one address. It connects when asked to, also after a loss. */
export class Line extends ClientTCP {
  private isRetired = false;

  constructor(address: Address) {
    super({ ...address, socketClass: PromptSocket });
  }

  override connect(): Promise<unknown> {
    // The end of a socket is told some milliseconds later; until then its refusal would be everybody's.
    if (this.socket?.netSocket.destroyed) this.handleClose();
    return super.connect();
  }

  /** Sends a message by the connection that `connect` has made; returns how to stop waiting for the reply. */
  call(path: string, data: SentCall | undefined, reply: Reply): () => void {
    let forget = () => {};
    const stop = () => {
      forget();
      this.closeIfDone();
    };
    forget = this.publish({ pattern: path, data }, ({ err, response }) => {
      reply(err, response);
      stop();
    });
    return stop;
  }

  /** Asks for a stream of messages by the connection that `connect` has made; undefined is its end. */
  stream<T>(path: string, take: (message: T | undefined) => void): void {
    this.publish({ pattern: path, data: undefined }, ({ err, response, isDisposed }) => {
      if (response !== undefined) take(response);
      if (err || isDisposed) take(undefined);
    });
  }

  /** Sends a message that has no reply; it is lost with the connection. */
  tell(path: string, data: object): void {
    this.dispatchEvent({ pattern: path, data }).catch(() => undefined);
  }

  /** Asks for a sign of life; resolves to whether it came in time. */
  ping(within_ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const stop = this.call(PING, undefined, (error) => {
        clearTimeout(timer);
        resolve(!(error instanceof Error));
      });
      const timer = setTimeout(() => {
        stop();
        resolve(false);
      }, within_ms);
    });
  }

  get isConnected(): boolean {
    return this.socket?.netSocket.readyState === 'open';
  }

  /** Closes when the last call on its way has ended. */
  retire(): void {
    this.isRetired = true;
    this.closeIfDone();
  }

  override close(): void {
    const netSocket = this.socket?.netSocket;
    super.close();
    // A vanished peer would never confirm the end of the connection.
    netSocket?.destroy(new Error('The connection was closed.'));
  }

  override createSocket(): TcpSocket {
    const socket = super.createSocket();
    const { netSocket } = socket;
    const giveUp = () => netSocket.destroy(new NoConnection('The connection was not made in time.'));
    netSocket.setTimeout(CONNECT_MS, giveUp).once('connect', () => netSocket.setTimeout(0));
    return socket;
  }

  /** Whoever waits for a connection or an answer is told; Nest would print it as well. */
  override handleError(): void {}

  private closeIfDone(): void {
    if (this.isRetired && !this.routingMap.size) this.close();
  }
}
