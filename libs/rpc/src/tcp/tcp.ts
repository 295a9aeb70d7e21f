import { type MessageHandler, ServerTCP, type TcpContext, type TcpOptions } from '@nestjs/microservices';
import { Invalidations } from '../freshness/invalidations.js';
import { CONFIRM, type Notice, WATCH, Watchers } from '../freshness/watcher.js';
import type { ServiceLink, ServiceTransport } from '../services.js';
import { Balancer } from './balancer.js';
import { fromSent, type SentCall } from './sent-call.js';
import { type Address, PromptSocket } from './socket.js';

export type { Address } from './socket.js';

interface Packet<T> {
  readonly id: string;
  readonly pattern: string;
  /** A ping has none. */
  readonly data?: T;
}

const deserializer = {
  deserialize: ({ data, ...packet }: Packet<SentCall>) => ({ ...packet, data: data && fromSent(data) }),
};

class TcpServer extends ServerTCP {
  readonly invalidations = new Invalidations();

  constructor(options: Required<TcpOptions>['options']) {
    super(options);
    const watchers = new Watchers(this.invalidations);
    this.addHandler(WATCH, async (_, context: TcpContext) => watchers.watch(context));
    this.addHandler(CONFIRM, async (notice: Notice, context: TcpContext) => watchers.confirm(notice, context), true);
  }

  /** Not Nest's lookup: it first parses the pattern as JSON, and the exception takes 60 µs. */
  override getHandlerByPattern(pattern: string): MessageHandler | null {
    return this.messageHandlers.get(pattern) ?? null;
  }

  /** A client that disconnects is not a fault of the service. */
  override handleError(error: unknown): void {
    this.logger.debug?.(error);
  }
}

export const tcpServer = (address: Address): ServiceTransport => ({
  strategy: new TcpServer({ ...address, socketClass: PromptSocket, deserializer }),
});

/** Connects at the first call; `report` receives a sentence when a replica stops and when it resumes answering. */
export const tcpClient = (addresses: readonly Address[], report?: (sentence: string) => void): ServiceLink =>
  new Balancer(addresses, { ...(report && { report }) });
