/** A second listener, whose clients use TLS and log in. */
export interface SecuredListener {
  readonly port: number;
  /** Its properties without their prefix, like `ssl.keystore.key`. */
  readonly properties: Readonly<Record<string, string>>;
}

export interface KafkaSettings {
  readonly data: string;
  readonly port: number;
  readonly controllerPort: number;
  readonly secured?: SecuredListener | undefined;
}

/** Returns the properties of a small broker that is its own controller: one copy of everything, no automatic topics. */
export function propertiesFor({ data, port, controllerPort, secured }: KafkaSettings): string {
  const listeners = [`CLIENTS://127.0.0.1:${port}`, `CONTROLLER://127.0.0.1:${controllerPort}`];
  if (secured) listeners.push(`SECURED://127.0.0.1:${secured.port}`);
  const properties = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    'controller.listener.names': 'CONTROLLER',
    listeners: listeners.join(','),
    'inter.broker.listener.name': 'CLIENTS',
    'listener.security.protocol.map': 'CLIENTS:PLAINTEXT,CONTROLLER:PLAINTEXT,SECURED:SASL_SSL',
    'log.dirs': data,
    'auto.create.topics.enable': false,
    'offsets.topic.num.partitions': 4,
    'offsets.topic.replication.factor': 1,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    // Several members rarely start at once here, and a test waits for each.
    'group.initial.rebalance.delay.ms': 0,
    'group.min.session.timeout.ms': 1_000,
    'num.network.threads': 2,
    'num.io.threads': 4,
    'log.cleaner.dedupe.buffer.size': 4 * 1024 * 1024,
  };
  const ofSecured = Object.entries(secured?.properties ?? {}).map(
    ([name, value]) => [`listener.name.secured.${name}`, value] as const,
  );
  return [...Object.entries(properties), ...ofSecured].map(([name, value]) => `${name}=${value}\n`).join('');
}
