import { type Endpoint, endpoints } from '@stockbook/contracts';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';

export const urlPath = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? url;

/** Finds the endpoint of the path, whatever the method is. */
export const endpointAt = (request: FastifyRequest): Endpoint | undefined => endpoints.get(urlPath(request).slice(1));

/** Returns the path of a request in a batch as operations have it: without its leading slash. */
export const batchedPath = (path: string): string => path.replace(/^\//, '');

/** Trusted proxies report it, some with a port, which differs with each connection. */
export function addressOf({ ip, raw }: FastifyRequest): string {
  const [, bracketed, v4] = /^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/.exec(ip) ?? [];
  const address = bracketed ?? v4 ?? ip;
  return isIP(address) ? address : (raw.socket.remoteAddress ?? '');
}

/** Names the client's network, because the holder of an IPv6 address mostly has all addresses of its /64. */
export function networkOf(address: string): string {
  const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : undefined;
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : String(parsed ?? address);
}

export const hasArrived = ({ raw }: FastifyRequest): boolean =>
  raw.complete || !(Number(raw.headers['content-length'] ?? 0) || raw.headers['transfer-encoding']);
