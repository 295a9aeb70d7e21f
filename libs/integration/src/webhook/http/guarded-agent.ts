import { isIP, type Socket } from 'node:net';
import { type Resolver } from 'node:dns/promises';
import { TLSSocket } from 'node:tls';
import { Agent, buildConnector } from 'undici';
import { codeOf, FailedAttempt, failedAttempt } from './failure.js';
import type { AllowedNetworks } from './networks.js';
import { addressFault, knownAddresses, type Target } from './target.js';

const CONNECT_MS = 10_000;

export interface Guard {
  readonly networks: AllowedNetworks;
  /** The resolver uses c-ares: `dns.lookup` blocks one of the process's four threads and cannot be cancelled. */
  readonly resolver: Resolver;
  /** A certificate authority beside those that Node.js trusts. */
  readonly ca?: string;
}

/** Tells how a connection was made; its times are milliseconds. */
export interface ConnectionTrace {
  readonly address: string;
  /** The version reads like `TLSv1.3`, and is empty without TLS. */
  readonly tls: string;
  readonly dns_ms: number;
  readonly connect_ms: number;
  readonly tls_ms: number;
}

const traces = new WeakMap<Socket, ConnectionTrace>();

/** A connection's first request gets its times; later ones get the address and the TLS version, and times of 0. */
export function takeTrace(socket: Socket): ConnectionTrace | undefined {
  const trace = traces.get(socket);
  if (trace) traces.set(socket, { ...trace, dns_ms: 0, connect_ms: 0, tls_ms: 0 });
  return trace;
}

/** Judges addresses in `connect`, which runs for every new socket: Node.js calls no `lookup` for a literal address. */
export const guardedAgent = (guard: Guard): Agent =>
  new Agent({
    connect: (options, callback) => {
      connect(guard, options, callback).catch((error: unknown) => callback(failedAttempt(error), null));
    },
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 10_000,
    clientTtl: 60_000,
    // One deadline bounds the whole attempt; these are per chunk.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

async function connect(
  guard: Guard,
  options: buildConnector.Options,
  callback: buildConnector.Callback,
): Promise<void> {
  const began = performance.now();
  const addresses = await judgedAddresses(guard, options);
  const resolved = performance.now();
  let connected = resolved;
  const connector = buildConnector({
    timeout: CONNECT_MS,
    allowH2: false,
    ...(guard.ca && { ca: guard.ca }),
    // Node.js asks for all addresses because of `autoSelectFamily`.
    lookup: (_name, { all }, answer) => {
      const [first] = addresses;
      if (all) answer(null, [...addresses]);
      else answer(null, first?.address ?? '', first?.family ?? 4);
    },
  });
  // It returns the socket before that is connected, which its type does not say.
  const socket: unknown = connector(options, (...result) => {
    const [error, opened] = result;
    if (error) return callback(error, null);
    const now = performance.now();
    const isTls = opened instanceof TLSSocket;
    // This runs before the listener below if there is no TLS.
    if (!isTls) connected = now;
    const tls = isTls ? (opened.getProtocol() ?? '') : '';
    const times = { dns_ms: resolved - began, connect_ms: connected - resolved, tls_ms: now - connected };
    traces.set(opened, { address: opened.remoteAddress ?? '', tls, ...times });
    callback(null, opened);
  });
  if (socket instanceof Object && 'once' in socket && typeof socket.once === 'function')
    socket.once('connect', () => (connected = performance.now()));
}

interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

async function judgedAddresses(
  { networks, resolver }: Guard,
  options: buildConnector.Options,
): Promise<readonly Address[]> {
  const { protocol, hostname, port } = options;
  const target: Target = { protocol, hostname, port: String(port ?? '') };
  const known = knownAddresses(hostname).map(addressOf);
  const addresses = known.length ? known : await resolve(resolver, hostname);
  const fault = addressFault(
    target,
    addresses.map(({ address }) => address),
    networks,
  );
  if (fault) throw new FailedAttempt('address_refused', fault);
  return addresses;
}

const addressOf = (address: string): Address => ({ address, family: isIP(address) === 6 ? 6 : 4 });

async function resolve(resolver: Resolver, hostname: string): Promise<readonly Address[]> {
  const found = await Promise.all([
    resolver.resolve4(hostname).catch(noneIfAbsent(hostname)),
    resolver.resolve6(hostname).catch(noneIfAbsent(hostname)),
  ]);
  const addresses = found.flat().map(addressOf);
  if (!addresses.length) throw new FailedAttempt('dns_failed', `${hostname} has no address`);
  return addresses;
}

/** A name may lack one kind of address. Any other fault fails the check, so that nothing passes unjudged. */
const noneIfAbsent =
  (hostname: string) =>
  (error: unknown): string[] => {
    const code = codeOf(error);
    if (code === 'ENODATA' || code === 'ENOTFOUND') return [];
    throw new FailedAttempt('dns_failed', `${hostname} is not resolved (${code})`);
  };
