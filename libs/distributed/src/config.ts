import { readKafkaConfig } from '@stockbook/messaging';
import { checkPort, type Environment, freePort, integer, StartFault } from '@stockbook/process';
import { type Config, readConfig } from '@stockbook/standalone';
import { kafkaObstacle } from '@stockbook/standalone/kafka';

/** The configuration of a system of processes, read from environment variables. */
export interface SystemConfig extends Config {
  readonly replicas: number;
  /** The addresses of the operator's Kafka; without them one is started. */
  readonly brokers?: readonly string[];
  readonly ports: readonly number[];
}

const MOST_REPLICAS = 16;

/** A StartFault says what is missing. */
export async function readSystemConfig(env: Environment, gateways: number): Promise<SystemConfig> {
  const config = readConfig(env);
  const replicas = integer(env, 'STOCKBOOK_REPLICAS', 1, MOST_REPLICAS, 1);
  return { ...config, replicas, ports: await portsOf(config, gateways), brokers: await brokersOf(env) };
}

/** Returns PORT and the ports that follow it, or any free ports where PORT is 0. */
function portsOf({ host, port: first }: Config, count: number): Promise<number[]> {
  const ports = Array.from({ length: count }, async (_, index) => {
    if (!first) return freePort();
    await checkPort(first + index, host);
    return first + index;
  });
  return Promise.all(ports);
}

async function brokersOf(env: Environment): Promise<readonly string[] | undefined> {
  if (env['KAFKA_BROKERS']) return readKafkaConfig(env).brokers;
  const obstacle = await kafkaObstacle();
  if (obstacle) throw new StartFault(obstacle);
  return undefined;
}
