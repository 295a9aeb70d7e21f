import type { SASLOptions } from 'kafkajs';

/** How a Kafka is reached, and whose topics and groups are meant there. */
export interface KafkaConfig {
  /** `host:port` of some of its brokers. */
  readonly brokers: readonly string[];
  readonly sasl?: SASLOptions;
  readonly tls?: boolean;
  /** Stands before the name of each topic and group, so that several installations, or tests, share one Kafka. */
  readonly prefix?: string;
  /** Copies of each topic; without it three, or as many as there are brokers. */
  readonly replication?: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the KAFKA_ variables; throws, in one sentence, for one that cannot be used. An empty one counts as not set. */
export function readKafkaConfig(env: Environment): KafkaConfig {
  return {
    brokers: brokersOf(env['KAFKA_BROKERS'] || ''),
    sasl: saslOf(env),
    tls: flagOf(env, 'KAFKA_TLS'),
    prefix: prefixOf(env['KAFKA_TOPIC_PREFIX'] || ''),
    replication: replicationOf(env['KAFKA_REPLICATION'] || undefined),
  };
}

function brokersOf(text: string): string[] {
  const brokers = text.split(',').map((broker) => broker.trim());
  if (brokers.every((broker) => /^[^\s:/]+:\d{1,5}$/.test(broker))) return brokers;
  throw new Error(`KAFKA_BROKERS must be written host:port,host:port, not '${text}'.`);
}

function saslOf(env: Environment): SASLOptions | undefined {
  const [username, password] = [env['KAFKA_USERNAME'], env['KAFKA_PASSWORD']];
  const mechanism = env['KAFKA_SASL_MECHANISM'] || 'scram-sha-512';
  if (!username && !password && !env['KAFKA_SASL_MECHANISM']) return undefined;
  if (!username || !password) throw new Error('KAFKA_USERNAME and KAFKA_PASSWORD must be set together.');
  if (mechanism === 'plain') return { mechanism, username, password };
  if (mechanism === 'scram-sha-256') return { mechanism, username, password };
  if (mechanism === 'scram-sha-512') return { mechanism, username, password };
  throw new Error(`KAFKA_SASL_MECHANISM must be plain, scram-sha-256 or scram-sha-512, not '${mechanism}'.`);
}

function flagOf(env: Environment, name: string): boolean {
  const text = env[name] || '0';
  if (text === '0' || text === '1') return text === '1';
  throw new Error(`${name} must be 0 or 1, not '${text}'.`);
}

function prefixOf(text: string): string {
  if (/^[\w.-]{0,100}$/.test(text)) return text;
  throw new Error(`KAFKA_TOPIC_PREFIX must be up to 100 letters, digits, '.', '_' and '-', not '${text}'.`);
}

function replicationOf(text: string | undefined): number | undefined {
  if (text === undefined || /^[1-9]$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new Error(`KAFKA_REPLICATION must be a whole number from 1 to 9, not '${text}'.`);
}
