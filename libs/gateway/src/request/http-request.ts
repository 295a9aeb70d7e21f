import { type Endpoint, endpoints } from '@stockbook/contracts';
import type { FastifyRequest } from 'fastify';
import { isIP } from 'node:net';

export const urlPath = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? url;

/** Finds the endpoint of the path, whatever the method is. */
export const endpointAt = (request: FastifyRequest): Endpoint | undefined => endpoints.get(urlPath(request).slice(1));

/** Trusted proxies report it, some with a port, which differs with each connection. */
export function addressOf({ ip, raw }: FastifyRequest): string {
  const [, bracketed, v4] = /^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/.exec(ip) ?? [];
  const address = bracketed ?? v4 ?? ip;
  return isIP(address) ? address : (raw.socket.remoteAddress ?? '');
}

export const hasArrived = ({ raw }: FastifyRequest): boolean =>
  raw.complete || !(Number(raw.headers['content-length'] ?? 0) || raw.headers['transfer-encoding']);
