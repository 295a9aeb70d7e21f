import { freePort } from '@stockbook/process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeOwnKafka } from '@stockbook/testing/kafka';
import { eventually } from '@stockbook/testing/database';
import { Kafka, logLevel } from 'kafkajs';
import { processAt } from '../process-table.js';
import { kafkaObstacle } from './kafka-jars.js';
import { type RunningKafka, startKafka } from './start-kafka.js';

const fixture = fileURLToPath(new URL('./kafka.fixture.mjs', import.meta.url));
let directory: string;
beforeEach(async () => void (directory = await mkdtemp(join(tmpdir(), 'stockbook-kafka-'))));
afterEach(() => rm(directory, { recursive: true }));

async function ask<T>(
  { brokers }: Pick<RunningKafka, 'brokers'>,
  question: (admin: ReturnType<Kafka['admin']>) => Promise<T>,
): Promise<T> {
  const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  return question(admin).finally(() => admin.disconnect());
}

describeOwnKafka('a Kafka of our own', () => {
  test('creates no topic unasked, keeps its data, and is gone after stop', async () => {
    const options = { directory, report: () => undefined };
    const first = await startKafka(options);
    const port = Number(first.brokers[0]?.split(':')[1]);
    expect(port).toBeLessThan(32_768);
    const topic = 'kept';
    await ask(first, (admin) => admin.createTopics({ topics: [{ topic, numPartitions: 3 }], waitForLeaders: false }));
    await expect(ask(first, (admin) => admin.fetchTopicMetadata({ topics: ['unasked'] }))).rejects.toThrow('host');
    await first.stop();
    expect(await processAt(first.pid)).toBeUndefined();
    expect(await first.ended).toContain(`Kafka, process ${first.pid}`);
    const second = await startKafka({ ...options, port });
    expect(second.brokers).toEqual(first.brokers);
    expect(await ask(second, (admin) => admin.listTopics())).toEqual([topic]);
    await second.stop();
  });

  test('ends with the process that started it, however that ends', async () => {
    const child = fork(fixture, [directory]);
    const [pid]: number[] = await once(child, 'message');
    expect((await processAt(pid!))?.command).toContain('kafka.Kafka');
    child.kill('SIGKILL');
    await eventually(async () => (await processAt(pid!)) === undefined);
  });

  test('says in a sentence that the port is taken', async () => {
    const server = createServer().listen(await freePort(), '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const starting = startKafka({ directory, report: () => undefined, port });
    await expect(starting).rejects.toThrow(`Kafka does not start: the port ${port} of 127.0.0.1 is in use.`);
    server.close();
  });
});

test('needs Java, and says so', async () => {
  const before = process.env['JAVA_HOME'];
  process.env['JAVA_HOME'] = join(directory, 'nowhere');
  try {
    expect(await kafkaObstacle()).toMatch(/^Kafka needs Java 17, and .*nowhere.* does not run \(.*\): install it, or /);
  } finally {
    if (before === undefined) delete process.env['JAVA_HOME'];
    else process.env['JAVA_HOME'] = before;
  }
});
