import type { Service } from '@stockbook/contracts';
import { type Environment, type Log, readAll, StartFault, TlsFiles } from '@stockbook/process';
import { Services, type ServiceLink } from './services.js';
import type { Address, Trust } from './tcp/address.js';
import { tcpClient } from './tcp/tcp.js';

export const servicePorts: Readonly<Record<Service, number>> = {
  sales: 3_001,
  inventory: 3_002,
  settings: 3_003,
  integration: 3_004,
};

export type Addresses = Readonly<Record<Service, readonly Address[]>>;

/** Reads `SALES_ADDRESS` and the like: each is a comma-separated list of `host:port`. */
export const addressesOf = (env: Environment): Addresses =>
  readAll<Addresses>(forEachService((service) => () => addressesIn(env, service)));

/** Without all three variables calls are not encrypted. */
export function tlsOf(env: Environment): TlsFiles | undefined {
  const variables = { ca: 'TLS_CA_FILE', cert: 'TLS_CERT_FILE', key: 'TLS_KEY_FILE' };
  const names = Object.values(variables);
  const set = names.filter((name) => env[name]);
  if (set.length && set.length < names.length) throw new StartFault(`${names.join(', ')} must be set together.`);
  return TlsFiles.in(env, variables);
}

/** Makes a TCP client of every service. It logs each address that stops or resumes answering. */
export function remoteServices(addresses: Addresses, trust: Trust, log?: Log): Services {
  const report = (service: Service) => (sentence: string) =>
    log?.warn({ to: service, reason: sentence }, 'a replica is away or back');
  return new Services(
    forEachService<ServiceLink>((service) =>
      tcpClient(addresses[service], trust, { report: report(service), service }),
    ),
  );
}

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
