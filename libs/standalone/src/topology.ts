import { type Service, services as names } from '@stockbook/contracts';
import { createTopics, KafkaBus, type KafkaConfig, LocalBus } from '@stockbook/messaging';
import { freePort, type Log } from '@stockbook/process';
import {
  type Address,
  forEachService,
  InProcessClient,
  InProcessServer,
  remoteServices,
  Services,
  tcpServer,
} from '@stockbook/rpc';
import { type ServiceEnvironment, topics } from '@stockbook/service';

export interface Replica extends Pick<ServiceEnvironment, 'transport' | 'services' | 'bus'> {
  readonly service: Service;
}

export interface Topology {
  readonly replicas: readonly Replica[];
  /** The services as each gateway reaches them. */
  readonly gateways: readonly [Services, ...Services[]];
  close(): Promise<void>;
}

export interface Distribution {
  readonly kafka: KafkaConfig;
  /** The number of gateways and of replicas of each service. */
  readonly replicas: number;
  /** After this silence of a replica, in milliseconds, another consumes its events. */
  readonly session_ms: number;
}

/** One of each service, without a network. */
export function inProcess(): Topology {
  const servers = forEachService(() => new InProcessServer());
  const services = new Services(forEachService((name) => new InProcessClient(servers[name])));
  const bus = new LocalBus();
  return {
    gateways: [services],
    replicas: names.map((service) => ({ service, transport: { strategy: servers[service] }, services, bus })),
    close: async () => {
      services.close();
      await bus.close();
    },
  };
}

/** Replicas share only the database and the broker, like separate processes. */
export async function distributed(distribution: Distribution, log: Log): Promise<Topology> {
  const { kafka: config, replicas: count, session_ms } = distribution;
  const report = (err: unknown) => log.warn({ err }, 'Kafka is in trouble');
  await createTopics(config, topics, report);
  const ports = await freePorts(names.length * count);
  const addresses = forEachService((): Address[] =>
    ports.splice(0, count).map((port) => ({ host: '127.0.0.1', port })),
  );
  const connect = () => remoteServices(addresses);
  const replicas = names.flatMap((service) =>
    addresses[service].map((address) => {
      const clientId = `${service}-${address.port}`;
      const bus = new KafkaBus({ config, clientId, report, session_ms });
      return { service, transport: tcpServer(address), services: connect(), bus };
    }),
  );
  const gateways: [Services, ...Services[]] = [connect(), ...Array.from({ length: count - 1 }, connect)];
  return {
    gateways,
    replicas,
    close: async () => {
      for (const each of [...gateways, ...replicas.map((replica) => replica.services)]) each.close();
      await Promise.all(replicas.map(({ bus }) => bus.close()));
    },
  };
}

const [LOWEST, COUNT] = [20_000, 12_000];

/** Each process searches its own range, because another may take a free port before it is used. */
function freePorts(count: number): Promise<number[]> {
  const first = process.pid * count;
  return Promise.all(Array.from({ length: count }, (_, index) => freePort(LOWEST + ((first + index) % COUNT))));
}
