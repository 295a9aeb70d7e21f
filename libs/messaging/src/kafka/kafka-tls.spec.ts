import { Authority, type CertificateFiles } from '@stockbook/testing/certificates';
import { eventually } from '@stockbook/testing/database';
import { describeOwnKafka, type RunningKafka, startKafka } from '@stockbook/testing/kafka';
import { freePort } from '@stockbook/process';
import { trusted } from '@stockbook/testing/trust';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventsOf } from '../bus/event-bus.conformance.js';
import { checkBrokers, kafkaClient } from './connect/kafka-client.js';
import { readKafkaConfig } from './connect/kafka-config.js';
import { createTopics } from './connect/kafka-topics.js';
import { KafkaBus } from './kafka-bus.js';
import { securedProperties } from './secured-listener.fixture.js';

const LOCAL = ['DNS:localhost', 'IP:127.0.0.1'];
const [username, password] = ['stockbook', 'a-secret'];

describeOwnKafka('over a Kafka with TLS, client certificates and a login', () => {
  let folder: string;
  let kafka: RunningKafka;
  let clients: Authority;
  let client: CertificateFiles;
  let access: Record<string, string>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stockbook-kafka-tls-'));
    // Strimzi, too, has an authority for the brokers and another one for their clients.
    const cluster = await Authority.in(folder, 'cluster-ca');
    clients = await Authority.in(folder, 'clients-ca');
    client = await clients.issue('client', LOCAL);
    const certificate = { ...(await cluster.issue('broker', LOCAL)), ca: clients.ca };
    const properties = await securedProperties(certificate, username, password);
    const secured = { port: await freePort(), properties };
    kafka = await startKafka({ directory: join(folder, 'kafka'), report: () => undefined, secured });
    access = {
      KAFKA_BROKERS: `127.0.0.1:${secured.port}`,
      KAFKA_TLS: '1',
      KAFKA_REPLICATION: '1',
      KAFKA_SASL_MECHANISM: 'plain',
      KAFKA_USERNAME: username,
      KAFKA_PASSWORD: password,
      KAFKA_CA_FILE: cluster.ca,
      KAFKA_CERT_FILE: client.cert,
      KAFKA_KEY_FILE: client.key,
    };
  });
  afterAll(async () => {
    await kafka.stop();
    await rm(folder, { recursive: true });
  });

  test('events flow', async () => {
    const [config, reported, seen] = [readKafkaConfig(access), [] as unknown[], [] as string[]];
    const report = (fault: unknown) => void reported.push(fault);
    await createTopics(config, ['order'], report);
    const bus = new KafkaBus({ config, clientId: 'test', report, ...trusted });
    await bus.subscribe({ group: 'stock', topics: ['order'] }, async (batch) => {
      seen.push(...batch.map(({ event_id }) => event_id));
    });
    const events = eventsOf('order', 20, 4);
    await bus.publish(events);
    await eventually(() => seen.length === 20);
    await bus.close();
    expect(reported).toEqual([]);
  });

  test.each([
    ['only public authorities', { KAFKA_CA_FILE: '' }, 'unable to verify the first certificate'],
    ['no certificate of its own', { KAFKA_CERT_FILE: '', KAFKA_KEY_FILE: '' }, 'bad certificate'],
    ['a wrong password', { KAFKA_PASSWORD: 'wrong' }, 'Authentication failed'],
  ])(
    'a client with %s gets no answer',
    async (_, other, reason) => {
      await expect(checkBrokers(readKafkaConfig({ ...access, ...other }))).rejects.toThrow(reason);
    },
    30_000,
  );

  test('a new connection shows the certificate that has replaced an earlier one in the files', async () => {
    const own = await clients.issue('replaced', LOCAL);
    const config = readKafkaConfig({ ...access, KAFKA_CERT_FILE: own.cert, KAFKA_KEY_FILE: own.key });
    const kafka = kafkaClient(config, 'test', () => undefined);
    const connect = async () => {
      const admin = kafka.admin();
      await admin.connect().finally(() => admin.disconnect());
    };
    const replaceWith = async ({ cert, key }: CertificateFiles) => {
      await Promise.all([copyFile(cert, own.cert), copyFile(key, own.key)]);
      config.certificates?.refresh((fault) => {
        throw fault;
      });
    };
    await connect();
    await replaceWith(await (await Authority.in(folder, 'strangers')).issue('stranger', LOCAL));
    await expect(connect()).rejects.toThrow('certificate unknown');
    await replaceWith(client);
    await connect();
  });

  test('a client that trusts the authority of the clients gets no answer', async () => {
    const config = readKafkaConfig({ ...access, KAFKA_CA_FILE: client.ca });
    await expect(checkBrokers(config)).rejects.toThrow('unable to verify the first certificate');
  });
});
