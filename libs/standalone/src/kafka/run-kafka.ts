import { checkBrokers, readKafkaConfig } from '@stockbook/messaging';
import { type Host, integer, type Program, unlessAborted } from '@stockbook/process';
import { mkdtemp, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startKafka } from './start-kafka.js';

/** A broker has 20 s to end. */
const STOP_LIMIT_MS = 25_000;

/** Starts a Kafka at KAFKA_PORT (any free port by default), or checks the one that KAFKA_BROKERS names. */
export async function runKafka(host: Host): Promise<Program> {
  if (!host.env['KAFKA_BROKERS']) return runOwn(host);
  const config = readKafkaConfig(host.env);
  await unlessAborted(host.interruption, () => checkBrokers(config));
  host.report(`Kafka is ready at ${config.brokers.join(',')}`);
  return { stop: () => Promise.resolve(), stopLimit_ms: STOP_LIMIT_MS };
}

/** Deletes the data at the end, but not after a failure: the log says why. */
async function runOwn({ env, report, fail, interruption }: Host): Promise<Program> {
  const port = integer(env, 'KAFKA_PORT', 0, 65_535);
  const directory = await mkdtemp(join(tmpdir(), 'stockbook-kafka-'));
  const remove = () => rm(directory, { recursive: true, force: true });
  const kafka = await startKafka({ directory, report, port, interruption }).catch(async (error: unknown) => {
    await (interruption.aborted ? remove() : rmdir(directory).catch(() => undefined));
    throw error;
  });
  let end: 'asked for' | 'failed' | undefined;
  void kafka.ended.then((reason) => {
    end ??= 'failed';
    if (end === 'failed') fail(reason);
  });
  report(`Kafka is ready at ${kafka.brokers.join(',')}`);
  return {
    stopLimit_ms: STOP_LIMIT_MS,
    async stop() {
      end ??= 'asked for';
      await kafka.stop();
      if (end === 'asked for') await remove();
    },
  };
}
