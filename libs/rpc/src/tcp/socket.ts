import { JsonSocket } from '@nestjs/microservices';
import type { Socket } from 'node:net';

const MESSAGE_CHARS = 64 * 1024 * 1024;
/** Idle time before the first probe; a vanished peer is detected 10 s after it. */
const KEEP_ALIVE_MS = 5_000;

/**
 * Nest's socket leaves Nagle's algorithm on, which delays small messages by 40 ms: 112 requests/s with it and 49,000/s
 * without. Nest passes buffer limits only to its own class, so they are set here.
 */
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
