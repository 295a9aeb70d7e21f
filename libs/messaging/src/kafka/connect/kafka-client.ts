import { type Admin, Kafka, logLevel } from 'kafkajs';
import { OperatorError, reasonOf, StartFault, type TlsFiles } from '@stockbook/process';
import type { KafkaConfig } from './kafka-config.js';

/** Receives faults that are retried, and warnings for the operator, both as Errors. */
export type Report = (fault: unknown) => void;

/** kafkajs logs each attempt here, but throws the final outcome. */
const ATTEMPTS = new Set(['Connection', 'BrokerPool', 'Producer']);

/** Gives up on a broker after a few seconds: the caller decides how to go on. */
export const kafkaClient = (
  { brokers, sasl, tls, certificates }: KafkaConfig,
  clientId: string,
  report: Report,
): Kafka =>
  new Kafka({
    clientId,
    brokers: [...brokers],
    sasl,
    ssl: tls && certificates ? optionsOf(certificates) : tls,
    connectionTimeout: 3_000,
    requestTimeout: 10_000,
    retry: { initialRetryTime: 100, multiplier: 2, maxRetryTime: 1_000, retries: 5 },
    logLevel: logLevel.ERROR,
    logCreator: () => (entry) => {
      const { namespace, log } = entry;
      if (ATTEMPTS.has(namespace)) return;
      // The message quotes that of an error; its name and place are enough.
      const [, name = 'KafkaJSError'] = /^Crash: (\w+)/.exec(log.message) ?? [];
      const { broker, stack } = log;
      report(new OperatorError(`Kafka ${namespace} reports a fault.`, { cause: { name, broker, stack } }));
    },
  });

/** Connects for this work alone. A fault that kafkajs retries is reported; by default it is not. */
export async function withAdmin<T>(
  config: KafkaConfig,
  clientId: string,
  work: (admin: Admin, kafka: Kafka) => Promise<T>,
  report: Report = () => undefined,
): Promise<T> {
  const kafka = kafkaClient(config, clientId, report);
  const admin = kafka.admin();
  try {
    await admin.connect();
    return await work(admin, kafka);
  } finally {
    await admin.disconnect();
  }
}

/** A StartFault says why the operator's Kafka does not answer. */
export async function checkBrokers(config: KafkaConfig): Promise<void> {
  try {
    await withAdmin(config, 'stockbook-check', (admin) => admin.describeCluster());
  } catch (error) {
    const reason = reasonOf(error).replace(/\.$/, '');
    throw new StartFault(`The brokers ${config.brokers.join(',')} of KAFKA_BROKERS do not answer: ${reason}.`);
  }
}

/** kafkajs reads the options for each connection, so a later one shows the certificate of that time. */
const optionsOf = (files: TlsFiles) => ({
  get ca() {
    return files.current.ca;
  },
  get cert() {
    return files.current.cert;
  },
  get key() {
    return files.current.key;
  },
});
