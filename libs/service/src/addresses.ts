import type { Service } from '@stockbook/contracts';
import { type Environment, readAll, StartFault } from '@stockbook/process';
import type { Log } from './log.js';
import { Services, type ServiceLink } from './services.js';
import { type Address, tcpClient } from './transport/tcp.js';

/** Where each service serves unless PORT says otherwise. */
export const servicePorts: Readonly<Record<Service, number>> = {
  sales: 3_001,
  inventory: 3_002,
  settings: 3_003,
  integration: 3_004,
};

/** Where each service is reached. */
export type Addresses = Readonly<Record<Service, readonly Address[]>>;

/** Where the services are reached: `SALES_ADDRESS` and the like, each `host:port` of one or several replicas. */
export const addressesOf = (env: Environment): Addresses =>
  readAll<Addresses>(forEachService((service) => () => addressesIn(env, service)));

/** The way to every service, over TCP; with a log it tells of addresses that are given up, and that are back. */
export function remoteServices(addresses: Addresses, log?: Log): Services {
  const report = (service: Service) => (sentence: string) => log?.warn({ to: service }, sentence);
  return new Services(forEachService<ServiceLink>((service) => tcpClient(addresses[service], report(service))));
}

/** What is made for each service. */
export const forEachService = <T>(make: (service: Service) => T): Record<Service, T> => ({
  sales: make('sales'),
  inventory: make('inventory'),
  settings: make('settings'),
  integration: make('integration'),
});

function addressesIn(env: Environment, service: Service): Address[] {
  const name = `${service.toUpperCase()}_ADDRESS`;
  const text = env[name] || `127.0.0.1:${servicePorts[service]}`;
  return text.split(',').map((address) => {
    const [, host, port] = /^\[?([^\s[\]/]+?)\]?:(\d{1,5})$/.exec(address.trim()) ?? [];
    if (host && Number(port) > 0 && Number(port) < 65_536) return { host, port: Number(port) };
    throw new StartFault(`${name} must be written host:port,host:port, not '${text}'.`);
  });
}
