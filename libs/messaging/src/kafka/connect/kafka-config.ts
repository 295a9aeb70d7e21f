import { type Environment, integer, needed, oneOf, readAll, StartFault, TlsFiles } from '@stockbook/process';
import type { SASLOptions } from 'kafkajs';

export interface KafkaConfig {
  readonly brokers: readonly string[];
  readonly sasl?: SASLOptions;
  readonly tls?: boolean;
  /** A private authority, and the certificate of this client; undefined means the public authorities. */
  readonly certificates?: TlsFiles | undefined;
  /** Each topic and group has this prefix, so that several installations or tests share one Kafka. */
  readonly prefix?: string;
  /** Each topic has this many copies; the default is three, or one per broker if there are fewer. */
  readonly replication?: number;
  /** Each new topic has this many partitions; the default is three a broker, and 12 at most. */
  readonly partitions?: number;
}

export function readKafkaConfig(env: Environment): KafkaConfig {
  return readAll<KafkaConfig>({
    brokers: () => brokersOf(needed('KAFKA_BROKERS', env['KAFKA_BROKERS'] || undefined)),
    sasl: () => saslOf(env),
    tls: () => oneOf(env, 'KAFKA_TLS', '0', ['0', '1']) === '1',
    certificates: () => certificatesOf(env),
    prefix: () => prefixOf(env['KAFKA_TOPIC_PREFIX'] || ''),
    replication: () => optionalCount(env, 'KAFKA_REPLICATION', 9),
    partitions: () => optionalCount(env, 'KAFKA_PARTITIONS', 999),
  });
}

function brokersOf(text: string): string[] {
  const brokers = text.split(',').map((broker) => broker.trim());
  if (brokers.every(isAddress)) return brokers;
  throw new StartFault(`KAFKA_BROKERS must be written host:port,host:port, not '${text}'.`);
}

function isAddress(broker: string): boolean {
  const port = Number(/^[^\s:/]+:(\d{1,5})$/.exec(broker)?.[1]);
  return port > 0 && port < 65_536;
}

function saslOf(env: Environment): SASLOptions | undefined {
  const [username, password] = [env['KAFKA_USERNAME'], env['KAFKA_PASSWORD']];
  if (!username && !password && !env['KAFKA_SASL_MECHANISM']) return undefined;
  if (!username || !password) throw new StartFault('KAFKA_USERNAME and KAFKA_PASSWORD must be set together.');
  const mechanism = oneOf(env, 'KAFKA_SASL_MECHANISM', 'scram-sha-512', ['plain', 'scram-sha-256', 'scram-sha-512']);
  return { mechanism, username, password };
}

function certificatesOf(env: Environment): TlsFiles | undefined {
  const variables = { ca: 'KAFKA_CA_FILE', cert: 'KAFKA_CERT_FILE', key: 'KAFKA_KEY_FILE' };
  if (!env[variables.cert] !== !env[variables.key])
    throw new StartFault('KAFKA_CERT_FILE and KAFKA_KEY_FILE must be set together.');
  const files = TlsFiles.in(env, variables);
  if (files && env['KAFKA_TLS'] !== '1')
    throw new StartFault('KAFKA_TLS must be 1 with KAFKA_CA_FILE or KAFKA_CERT_FILE.');
  return files;
}

function prefixOf(text: string): string {
  if (/^[\w.-]{0,100}$/.test(text)) return text;
  throw new StartFault(`KAFKA_TOPIC_PREFIX must be up to 100 letters, digits, '.', '_' and '-', not '${text}'.`);
}

const optionalCount = (env: Environment, name: string, most: number): number | undefined =>
  env[name] ? integer(env, name, 1, most, 1) : undefined;
