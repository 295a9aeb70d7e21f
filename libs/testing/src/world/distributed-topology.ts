import { services as names } from '@stockbook/contracts';
import { createTopics, KafkaBus, type KafkaConfig } from '@stockbook/messaging';
import { freePort, type Log } from '@stockbook/process';
import { type Address, forEachService, remoteServices, type Services, tcpServer } from '@stockbook/rpc';
import { topics } from '@stockbook/service';
import type { Topology } from '@stockbook/standalone';
import { trusted } from '../trust.js';

/** Another replica consumes the events of a replica after this silence. */
const SESSION_MS = 6_000;

/** They share only the database and the broker, like separate processes. */
export async function distributedTopology(config: KafkaConfig, count: number, log: Log): Promise<Topology> {
  const report = (err: unknown) => log.warn({ err }, 'Kafka is in trouble');
  await createTopics(config, topics, report);
  const ports = await freePorts(names.length * count);
  const addresses = forEachService((): Address[] =>
    ports.splice(0, count).map((port) => ({ host: '127.0.0.1', port })),
  );
  const connect = () => remoteServices(addresses, trusted);
  const replicas = names.flatMap((service) =>
    addresses[service].map((address) => {
      const clientId = `${service}-${address.port}`;
      const bus = new KafkaBus({ config, clientId, report, session_ms: SESSION_MS, ...trusted });
      return { service, transport: tcpServer(address, trusted), services: connect().as(service), bus };
    }),
  );
  const services = connect();
  const gateway = () => connect().as('gateway');
  const gateways: [Services, ...Services[]] = [gateway(), ...Array.from({ length: count - 1 }, gateway)];
  return {
    services,
    gateways,
    replicas,
    close: async () => {
      for (const each of [services, ...gateways, ...replicas.map((replica) => replica.services)]) each.close();
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
