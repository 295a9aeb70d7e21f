import { readFile } from 'node:fs/promises';

/** A second listener, whose clients use TLS, show a certificate and log in (SASL PLAIN). */
export interface SecuredListener {
  readonly port: number;
  /** Paths of PEM files. */
  readonly certificate: { readonly ca: string; readonly cert: string; readonly key: string };
  readonly username: string;
  readonly password: string;
}

export interface KafkaSettings {
  readonly data: string;
  readonly port: number;
  readonly controllerPort: number;
  readonly secured?: SecuredListener | undefined;
}

/** A small broker that is its own controller: one copy of everything, no automatic topics. */
export async function propertiesFor({ data, port, controllerPort, secured }: KafkaSettings): Promise<string> {
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
    ...(secured && (await securedProperties(secured))),
  };
  return Object.entries(properties)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

async function securedProperties({
  certificate,
  username,
  password,
}: SecuredListener): Promise<Record<string, string>> {
  const { ca, cert, key } = certificate;
  const [trusted, chain, secret] = await Promise.all([ca, cert, key].map(oneLine));
  const login = `username="${username}" password="${password}" user_${username}="${password}"`;
  const properties = {
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.certificate.chain': chain!,
    'ssl.keystore.key': secret!,
    'ssl.truststore.type': 'PEM',
    'ssl.truststore.certificates': trusted!,
    'ssl.client.auth': 'required',
    'sasl.enabled.mechanisms': 'PLAIN',
    'plain.sasl.jaas.config': `org.apache.kafka.common.security.plain.PlainLoginModule required ${login};`,
  };
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [`listener.name.secured.${name}`, value]),
  );
}

const oneLine = async (path: string): Promise<string> => (await readFile(path, 'utf8')).trim().replaceAll('\n', '\\n');
