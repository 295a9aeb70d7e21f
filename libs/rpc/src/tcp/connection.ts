import { ClientTCP, type TcpSocket } from '@nestjs/microservices';
import { TLSSocket } from 'node:tls';
import type { SentCall } from './sent-call.js';
import type { ReplicaAddress } from './address.js';
import { provenSocket } from './proven-socket.js';
import { clientOptions, handshake } from './tls.js';

const CONNECT_MS = 1_000;
/** This is no operation: a live service answers that the pattern is unknown. */
const PING = 'ping';

/** The address neither accepted nor refused a connection in time. */
export class ConnectTimeout extends Error {}

/** The error is an instance of Error only if the connection was lost. */
export type Reply = (error: unknown, response: unknown) => void;

/** One TCP connection to a replica; `connect` reconnects it after a loss. */
export class Connection extends ClientTCP {
  private isRetired = false;
  private secured: Promise<void> | undefined;

  constructor(replica: ReplicaAddress) {
    const { host, port, proofs, tls } = replica;
    const socketClass = provenSocket('call', proofs);
    super({ host, port, socketClass, ...(tls && { tlsOptions: clientOptions(tls, replica) }) });
  }

  override connect(): Promise<unknown> {
    // Nest reports the end of a socket some milliseconds late; until then each call would fail with its error.
    if (this.socket?.netSocket.destroyed) this.handleClose();
    // Nest is connected before the handshake: bytes sent then are lost with a handshake that fails.
    return super.connect().then(() => this.secured);
  }

  /** Requires `connect`. Returns a function that stops waiting for the reply. */
  call(path: string, data: SentCall | undefined, reply: Reply): () => void {
    let unsubscribe = () => {};
    const stop = () => {
      unsubscribe();
      this.closeIfDone();
    };
    unsubscribe = this.publish({ pattern: path, data }, ({ err, response }) => {
      reply(err, response);
      stop();
    });
    return stop;
  }

  /** Requires `connect`. undefined marks the end of the stream. */
  stream<T>(path: string, take: (message: T | undefined) => void): void {
    this.publish({ pattern: path, data: undefined }, ({ err, response, isDisposed }) => {
      if (response !== undefined) take(response);
      if (err || isDisposed) take(undefined);
    });
  }

  /** The message has no reply and is lost with the connection. */
  notify(path: string, data: object): void {
    this.dispatchEvent({ pattern: path, data }).catch(() => undefined);
  }

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

  /** Closes when the last pending call has ended. */
  retire(): void {
    this.isRetired = true;
    this.closeIfDone();
  }

  override close(): void {
    const netSocket = this.socket?.netSocket;
    super.close();
    // A vanished peer never confirms the end of the connection.
    netSocket?.destroy(new Error('The connection was closed.'));
  }

  override createSocket(): TcpSocket {
    const socket = super.createSocket();
    const { netSocket } = socket;
    const giveUp = () => netSocket.destroy(new ConnectTimeout('The connection was not made in time.'));
    const established = netSocket instanceof TLSSocket ? 'secureConnect' : 'connect';
    netSocket.setTimeout(CONNECT_MS, giveUp).once(established, () => netSocket.setTimeout(0));
    if (netSocket instanceof TLSSocket) this.secured = handshake(netSocket);
    return socket;
  }

  /** Nest would print the error, which the callers receive anyway. */
  override handleError(): void {}

  private closeIfDone(): void {
    if (this.isRetired && !this.routingMap.size) this.close();
  }
}
