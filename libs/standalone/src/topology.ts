import { type Service, services as names } from '@stockbook/contracts';
import { LocalBus } from '@stockbook/messaging';
import { forEachService, InProcessClient, InProcessServer, Services } from '@stockbook/rpc';
import type { ServiceEnvironment } from '@stockbook/service';

export interface Replica extends Pick<ServiceEnvironment, 'transport' | 'services' | 'bus'> {
  readonly service: Service;
}

export interface Topology {
  readonly replicas: readonly Replica[];
  /** These calls are of no process: every operation may be called. */
  readonly services: Services;
  readonly gateways: readonly [Services, ...Services[]];
  close(): Promise<void>;
}

/** Runs one replica of each service, without a network. */
export function inProcess(): Topology {
  const servers = forEachService(() => new InProcessServer());
  const services = new Services(forEachService((name) => new InProcessClient(servers[name])));
  const bus = new LocalBus();
  return {
    services,
    gateways: [services.as('gateway')],
    replicas: names.map((service) => {
      const transport = { strategy: servers[service] };
      return { service, transport, services: services.as(service), bus };
    }),
    close: async () => {
      services.close();
      await bus.close();
    },
  };
}
