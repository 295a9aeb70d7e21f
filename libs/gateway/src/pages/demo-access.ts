import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** The demo account, for pages on the machine of the server. */
export interface DemoAccess {
  /** Random text that only those know who see what the start prints. */
  readonly code: string;
  /** They are absent until there is a demo account. */
  credentials?: { readonly domain: string; readonly api_key: string; readonly api_secret: string };
}

/** Returns the credentials to a program of this machine that knows the code, and to nobody else. */
export function demoFor(access: DemoAccess, { raw }: FastifyRequest, code: string): DemoAccess['credentials'] {
  const address = raw.socket.remoteAddress ?? '';
  const isLocal = ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return isLocal && timingSafeEqual(digest(code), digest(access.code)) ? access.credentials : undefined;
}
