import { withAdmin } from './kafka-client.js';
import type { KafkaConfig } from './kafka-config.js';

const infixOf = (generation: number): string => (generation ? `g${generation}.` : '');

/** Renames topics and groups after a restore. The first generation, 0, has the prefix alone. */
export const inGeneration = (config: KafkaConfig, generation: number): KafkaConfig => ({
  ...config,
  prefix: (config.prefix ?? '') + infixOf(generation),
});

/** Returns the highest generation that Kafka has one of these topics of; `config` is that of generation 0. */
export async function newestGeneration(config: KafkaConfig, topics: readonly string[]): Promise<number> {
  const { prefix = '' } = config;
  const present = await withAdmin(config, 'stockbook-generations', (admin) => admin.listTopics());
  const names = present.filter((name) => name.startsWith(prefix));
  const infixes = names.map((name) => /^g([1-9]\d{0,8})\.(.+)$/.exec(name.slice(prefix.length)));
  return Math.max(0, ...infixes.map((found) => (topics.includes(found?.[2] ?? '') ? Number(found?.[1]) : 0)));
}
