import { type Environment, StartFault } from '@stockbook/process';
import ipaddr from 'ipaddr.js';

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** ipaddr.js calls addresses outside of this unicast too, as `::7f00:1`, which is 127.0.0.1. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Azure's WireServer has a public address, which only its own virtual machines reach. */
const WIRE_SERVER = '168.63.129.16';

export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // Unwraps IPv4-mapped addresses.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv6 ? parsed.match(GLOBAL_V6) : parsed.toString() !== WIRE_SERVER;
}

/** The private networks that webhooks may reach: none unless the operator names some. */
export class AllowedNetworks {
  private constructor(private readonly ranges: readonly Range[]) {}

  /** Reads `10.0.0.0/8,fd00::/8`. */
  static in({ WEBHOOK_ALLOWED_NETWORKS = '' }: Environment): AllowedNetworks {
    const entries = WEBHOOK_ALLOWED_NETWORKS.split(',').map((entry) => entry.trim());
    return new AllowedNetworks(entries.filter(Boolean).map(rangeOf));
  }

  get isNone(): boolean {
    return !this.ranges.length;
  }

  has(address: string): boolean {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return this.ranges.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
  }
}

function rangeOf(entry: string): Range {
  try {
    return ipaddr.parseCIDR(entry);
  } catch {
    throw new StartFault(`WEBHOOK_ALLOWED_NETWORKS must be networks like 10.0.0.0/8, not '${entry}'.`);
  }
}
