import { type Service, services } from '@stockbook/contracts';
import { type Environment, localUrl } from '@stockbook/process';
import type { Address, Addresses } from '@stockbook/rpc';
import { freshPort } from './fresh-port.js';
import type { ProcessName, ProcessOptions } from './managed-process.js';

const LOCAL = '127.0.0.1';

export interface PlacesOptions {
  readonly replicas: number;
  readonly host: string;
  readonly ports: readonly number[];
}

/** The addresses of one process and its probes, and the variables that carry them. */
export type Place = Pick<ProcessOptions, 'name' | 'replica' | 'probe' | 'env'>;

export async function drawPlaces({ replicas, host, ports }: PlacesOptions) {
  const taken = new Set(ports);
  const gateways: Place[] = [];
  for (const [index, port] of ports.entries())
    gateways.push(placeOf('gateway', index + 1, { host, port }, await freshPort(taken)));
  const placed: Place[] = [];
  const addresses: Record<Service, Address[]> = { sales: [], inventory: [], settings: [], integration: [] };
  for (const name of services) {
    for (let replica = 1; replica <= replicas; replica++) {
      const address = { host: LOCAL, port: await freshPort(taken) };
      addresses[name].push(address);
      placed.push(placeOf(name, replica, address, await freshPort(taken)));
    }
  }
  return { gateways, replicas: placed, addresses };
}

/** The variables with the addresses of the services. */
export const addressVariables = (addresses: Addresses): Environment =>
  Object.fromEntries(
    services.map((name) => [
      `${name.toUpperCase()}_ADDRESS`,
      addresses[name].map(({ host, port }) => `${host}:${port}`).join(','),
    ]),
  );

function placeOf(name: ProcessName, replica: number, { host, port }: Address, healthPort: number): Place {
  return {
    name,
    replica,
    probe: `${localUrl(host, healthPort)}/health/ready`,
    env: { HOST: host, PORT: String(port), HEALTH_PORT: String(healthPort) },
  };
}
