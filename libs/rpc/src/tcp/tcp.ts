import { processes } from '@stockbook/contracts';
import {
  type MessageHandler,
  ServerTCP,
  type TcpContext,
  type TcpOptions,
  type TcpSocket,
} from '@nestjs/microservices';
import { seldom, type TlsFiles } from '@stockbook/process';
import { Server as TlsListener } from 'node:tls';
import { Invalidations } from '../freshness/invalidations.js';
import { CONFIRM, type Notice, WATCH, Watchers } from '../freshness/watcher.js';
import type { ServiceLink, ServiceTransport } from '../services.js';
import { Balancer, type BalancerOptions } from './balancer.js';
import { fromSent, type SentCall } from './sent-call.js';
import type { Address, Trust } from './address.js';
import { callerFault } from './certified-callers.js';
import { provenSocket, refusedMessages } from './proven-socket.js';
import { serverOptions } from './tls.js';

interface Packet {
  readonly id: string;
  readonly pattern: string;
  /** A ping has none. */
  readonly data?: SentCall;
}

/** Probes of ports must not fill the log. */
const REPORT_EVERY_MS = 10_000;

const deserializer = {
  deserialize: ({ data, ...packet }: Packet) => ({ ...packet, data: data && fromSent(data) }),
};

class TcpServer extends ServerTCP {
  readonly invalidations = new Invalidations();
  private readonly reportCaller: (fault: Error) => void;

  constructor(
    options: Required<TcpOptions>['options'],
    tls?: TlsFiles,
    report: (fault: unknown) => void = () => undefined,
  ) {
    super({ ...options, ...(tls && { tlsOptions: serverOptions(tls) }) });
    const { server } = this;
    // Connections that are open keep their certificates.
    if (server instanceof TlsListener) tls?.onChange(() => server.setSecureContext(tls.current));
    server.on('tlsClientError', seldom(REPORT_EVERY_MS, report));
    this.reportCaller = seldom(REPORT_EVERY_MS, report);
    const watchers = new Watchers(this.invalidations);
    const watch = async (_: unknown, context: TcpContext) => watchers.watch(context);
    const confirm = async (notice: Notice, context: TcpContext) => watchers.confirm(notice, context);
    this.addHandler(WATCH, watch, false, { callers: processes });
    this.addHandler(CONFIRM, confirm, true, { callers: processes });
  }

  override async handleMessage(socket: TcpSocket, packet: Packet): Promise<void> {
    const { id, pattern } = packet;
    const handler = this.getHandlerByPattern(pattern);
    const fault = handler && callerFault(socket.netSocket, pattern, handler);
    if (!fault) return super.handleMessage(socket, packet);
    refusedMessages.inc({ kind: 'caller' });
    this.reportCaller(new Error(fault));
    socket.sendMessage({ id, err: fault, isDisposed: true });
  }

  /** Avoids Nest's lookup, which first parses the pattern as JSON: the exception takes 60 µs. */
  override getHandlerByPattern(pattern: string): MessageHandler | null {
    return this.messageHandlers.get(pattern) ?? null;
  }

  /** A client that disconnects is not a fault of the service. */
  override handleError(error: unknown): void {
    this.logger.debug?.(error);
  }
}

/** With `tls`, callers need a certificate of its authorities. `report` receives faults of others. */
export const tcpServer = (
  address: Address,
  { proofs, tls }: Trust,
  report?: (fault: unknown) => void,
): ServiceTransport => ({
  strategy: new TcpServer(
    { ...address, socketClass: provenSocket('answer', proofs, report), deserializer },
    tls,
    report,
  ),
});

/** Connects at the first call. */
export const tcpClient = (addresses: readonly Address[], trust: Trust, options?: BalancerOptions): ServiceLink =>
  new Balancer(addresses, trust, options);
