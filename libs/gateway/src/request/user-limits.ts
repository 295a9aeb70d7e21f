import { type Identity, Refused, shownDate } from '@stockbook/contracts';
import { BlockList, isIPv6 } from 'node:net';

/** Returns the networks that a user's requests may come from; undefined means all. */
export function networksOf({ allowed_networks }: Pick<Identity, 'allowed_networks'>): BlockList | undefined {
  if (!allowed_networks) return undefined;
  const networks = new BlockList();
  for (const entry of allowed_networks) {
    const [address = '', bits] = entry.split('/');
    const [family, longest] = isIPv6(address) ? (['ipv6', 128] as const) : (['ipv4', 32] as const);
    networks.addSubnet(address, Number(bits ?? longest), family);
  }
  return networks;
}

export function requireEntry({ expires }: Identity, networks: BlockList | undefined, address: string): void {
  if (expires !== undefined && Date.now() >= expires) {
    const message = `The user has expired at ${shownDate(new Date(expires))}.`;
    throw new Refused({ code: 'unauthenticated', field: 'api_key', message });
  }
  if (!networks || networks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return;
  throw new Refused({ code: 'forbidden', message: `Requests of this user may not come from ${address}.` });
}
