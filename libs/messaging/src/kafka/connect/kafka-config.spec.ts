import { readKafkaConfig } from './kafka-config.js';

const BROKERS = { KAFKA_BROKERS: 'one:9092,two:9092' };

test('reads brokers, login, encryption and names from the environment', () => {
  expect(readKafkaConfig({ KAFKA_BROKERS: 'one:9092' })).toEqual({ brokers: ['one:9092'], tls: false, prefix: '' });
  const login = { KAFKA_USERNAME: 'stockbook', KAFKA_PASSWORD: 'secret', KAFKA_SASL_MECHANISM: 'plain' };
  const rest = { KAFKA_TLS: '1', KAFKA_TOPIC_PREFIX: 'shop.', KAFKA_REPLICATION: '3', KAFKA_PARTITIONS: '24' };
  expect(readKafkaConfig({ ...BROKERS, ...login, ...rest })).toEqual({
    brokers: ['one:9092', 'two:9092'],
    sasl: { mechanism: 'plain', username: 'stockbook', password: 'secret' },
    tls: true,
    prefix: 'shop.',
    replication: 3,
    partitions: 24,
  });
});

test.each([
  [{}, 'KAFKA_BROKERS must be set.'],
  [{ KAFKA_BROKERS: 'one' }, `KAFKA_BROKERS must be written host:port,host:port, not 'one'.`],
  [
    { KAFKA_BROKERS: 'one:9092,two:65536' },
    `KAFKA_BROKERS must be written host:port,host:port, not 'one:9092,two:65536'.`,
  ],
  [{ KAFKA_BROKERS: 'one:0' }, `KAFKA_BROKERS must be written host:port,host:port, not 'one:0'.`],
  [{ KAFKA_TLS: 'yes' }, `KAFKA_BROKERS must be set.\nKAFKA_TLS must be one of 0, 1, not 'yes'.`],
  [{ ...BROKERS, KAFKA_USERNAME: 'me' }, 'KAFKA_USERNAME and KAFKA_PASSWORD must be set together.'],
  [{ ...BROKERS, KAFKA_SASL_MECHANISM: 'plain' }, 'KAFKA_USERNAME and KAFKA_PASSWORD must be set together.'],
  [
    { ...BROKERS, KAFKA_USERNAME: 'me', KAFKA_PASSWORD: 'x', KAFKA_SASL_MECHANISM: 'gssapi' },
    `KAFKA_SASL_MECHANISM must be one of plain, scram-sha-256, scram-sha-512, not 'gssapi'.`,
  ],
  [{ ...BROKERS, KAFKA_TLS: 'yes' }, `KAFKA_TLS must be one of 0, 1, not 'yes'.`],
  [{ ...BROKERS, KAFKA_CERT_FILE: 'x' }, 'KAFKA_CERT_FILE and KAFKA_KEY_FILE must be set together.'],
  [
    { ...BROKERS, KAFKA_TOPIC_PREFIX: 'a b' },
    `KAFKA_TOPIC_PREFIX must be up to 100 letters, digits, '.', '_' and '-', not 'a b'.`,
  ],
  [{ ...BROKERS, KAFKA_REPLICATION: '0' }, `KAFKA_REPLICATION must be a whole number from 1 to 9, not '0'.`],
  [{ ...BROKERS, KAFKA_PARTITIONS: '1000' }, `KAFKA_PARTITIONS must be a whole number from 1 to 999, not '1000'.`],
])('says what is wrong with %j', (env, sentence) => {
  expect(() => readKafkaConfig(env)).toThrow(new Error(sentence));
});
