import { services } from '@stockbook/contracts';
import { type Environment, freePort, localUrl } from '@stockbook/process';
import { type Address, type Addresses, forEachService } from '@stockbook/rpc';
import type { ProcessName, ProcessOptions } from './managed-process.js';

const LOCAL = '127.0.0.1';

export interface PlacesOptions {
  readonly replicas: number;
  readonly host: string;
  readonly ports: readonly number[];
}

export type Place = Pick<ProcessOptions, 'name' | 'replica' | 'probe' | 'env'>;

export async function drawPlaces({ replicas, host, ports }: PlacesOptions) {
  const gateways = await Promise.all(ports.map((port, index) => drawPlace('gateway', index + 1, { host, port })));
  const placed: Place[] = [];
  const addresses = forEachService((): Address[] => []);
  for (const name of services) {
    for (let replica = 1; replica <= replicas; replica++) {
      const address = { host: LOCAL, port: await freePort() };
      addresses[name].push(address);
      placed.push(await drawPlace(name, replica, address));
    }
  }
  return { gateways, replicas: placed, addresses };
}

export const addressVariables = (addresses: Addresses): Environment =>
  Object.fromEntries(
    services.map((name) => [
      `${name.toUpperCase()}_ADDRESS`,
      addresses[name].map(({ host, port }) => `${host}:${port}`).join(','),
    ]),
  );

async function drawPlace(name: ProcessName, replica: number, { host, port }: Address): Promise<Place> {
  const healthPort = await freePort();
  return {
    name,
    replica,
    probe: `${localUrl(host, healthPort)}/health/ready`,
    env: { HOST: host, PORT: String(port), HEALTH_PORT: String(healthPort) },
  };
}
