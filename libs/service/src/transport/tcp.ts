import { ClientTCP, JsonSocket, type TcpSocket, Transport } from '@nestjs/microservices';
import type { Socket } from 'node:net';
import type { ServiceLink } from '../services.js';

const MESSAGE_CHARS = 64 * 1024 * 1024;

/**
 * Nest's socket leaves Nagle's algorithm on, which holds small messages back for 40 ms: measured 112 requests/s with it and
 * 49,000/s without. Nest passes buffer limits to its own class alone, so they are set here.
 */
class PromptSocket extends JsonSocket {
  constructor(socket: Socket) {
    super(socket, { maxBufferSize: MESSAGE_CHARS });
    socket.setNoDelay(true);
  }
}
const socketClass: new (socket: Socket) => TcpSocket = PromptSocket;

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** The options of a Nest microservice that serves over TCP. */
export const tcpServer = (address: Address) => ({
  transport: Transport.TCP as const,
  options: { ...address, socketClass },
});

/** A client of a service at this address; connects at its first call, and again after a loss. */
export const tcpClient = (address: Address): ServiceLink => new ClientTCP({ ...address, socketClass });
