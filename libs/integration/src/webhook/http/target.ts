import { isIP } from 'node:net';
import { type AllowedNetworks, isPublic } from './networks.js';

const PUBLIC_PORTS = ['', '443', '8443'];

/** A request goes to this target, as a URL or a connection names it: an IPv6 address has no brackets. */
export interface Target {
  readonly protocol: string;
  readonly hostname: string;
  /** Empty stands for the protocol's own port. */
  readonly port: string;
}

/** Returns why these addresses of a target must not be connected to, or undefined. One bad address condemns all. */
export function addressFault(
  { protocol, hostname, port }: Target,
  addresses: readonly string[],
  networks: AllowedNetworks,
): string | undefined {
  const outside = addresses.filter((address) => !networks.has(address));
  if (!outside.length) return undefined;
  const hidden = outside.find((address) => !isPublic(address));
  if (hidden) {
    const subject = hidden === hostname ? `${hidden} is` : `${hostname} has the address ${hidden}, which is`;
    return `${subject} not public, and in no network of WEBHOOK_ALLOWED_NETWORKS`;
  }
  if (protocol !== 'https:') return 'public addresses take https alone';
  return PUBLIC_PORTS.includes(port) ? undefined : `port ${port} is neither 443 nor 8443`;
}

/** These names stand for this machine by RFC 6761, whether DNS knows them or not. */
const LOCAL_NAME = /(^|\.)localhost\.?$/;

/** Other names are resolved only for the connection. The words follow "url". */
export function urlFault(text: string, networks: AllowedNetworks): string | undefined {
  if (!URL.canParse(text)) return 'must be an absolute URL';
  const url = new URL(text);
  const target = targetOf(url);
  if (!['https:', 'http:'].includes(url.protocol)) return 'must begin with https://';
  if (url.username || url.password) return 'must not have a user name or a password';
  if (url.port === '0') return 'must not have the port 0';
  const fault = addressFault(target, knownAddresses(target.hostname), networks);
  if (fault) return `is not allowed: ${fault}`;
  if (!networks.isNone) return undefined;
  if (url.protocol !== 'https:') return 'must begin with https://';
  return PUBLIC_PORTS.includes(url.port) ? undefined : 'must have the port 443 or 8443';
}

/** Returns the addresses of a host for which no DNS is asked: none of most names. */
export function knownAddresses(hostname: string): string[] {
  if (LOCAL_NAME.test(hostname)) return ['127.0.0.1'];
  return isIP(hostname) ? [hostname] : [];
}

const targetOf = ({ protocol, hostname, port }: URL): Target => ({
  protocol,
  hostname: hostname.replace(/^\[|\]$/g, ''),
  port,
});
