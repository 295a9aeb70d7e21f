// Runs a Kafka for development until Ctrl-C, unless KAFKA_BROKERS names one.
import { StartFault } from '@stockbook/process';
import { startKafka } from '@stockbook/standalone/kafka';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const named = process.env.KAFKA_BROKERS;
if (named) {
  console.log(`Kafka is ready at ${named}`);
} else {
  const directory = await mkdtemp(join(tmpdir(), 'stockbook-kafka-'));
  const end = (code) => rm(directory, { recursive: true, force: true }).then(() => process.exit(code));
  const kafka = await startKafka({ directory, report: console.log, port: Number(process.env.KAFKA_PORT) }).catch(
    (error) => {
      console.error(error instanceof StartFault ? error.message : error);
      return end(1);
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void kafka.stop().then(() => end(0)));
  console.log(`Kafka is ready at ${kafka.brokers}`);
}
