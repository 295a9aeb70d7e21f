import { type Service, services } from '@stockbook/contracts';
import type { Command } from 'commander';
import { service, topicOf } from '../contract-options.js';
import { eventsOf, idParser, timeOf } from '../options.js';
import type { Build, Shell } from '../shell.js';
import type { GhostOptions } from './list-ghosts.js';
import type { NewGenerationOptions } from './new-generation.js';
import type { ReplayOptions } from './parked-events.js';
import type { RefillOptions } from './refill-topic.js';

const parseKey = idParser('The key', Number.MAX_SAFE_INTEGER);

/** Loads the services only when a command needs them. */
export const build: Build = (events, shell) => {
  const { env, print } = shell;
  events
    .command('parked')
    .description('list the keys with events that could not be applied, named as replay takes them')
    .addOption(service('of this service alone'))
    .action(async ({ service }: { service?: Service }) => {
      const { listParked } = await import('./parked-events.js');
      print(JSON.stringify(await listParked(env, service ? [service] : services), null, 2));
    });
  events
    .command('replay')
    .description('apply the parked events of a key in order, once what they failed for is mended')
    .addOption(service('that has parked them').makeOptionMandatory())
    .requiredOption('--account <id>', 'the account', idParser('The account'))
    .requiredOption('--topic <topic>', 'the topic, like sale.order', topicOf)
    .requiredOption('--key <id>', 'the record that the events are of, like an order_id', parseKey)
    .option('--group <group>', 'the group of consumers, named like the service unless given')
    .action(async (options: ReplayOptions) => {
      const { replay } = await import('./parked-events.js');
      const count = await replay(env, options);
      print(`Applied ${eventsOf(count)} of ${options.topic} ${options.key}.`);
    });
  events
    .command('refill')
    .description(
      'send what a topic has lost once more, out of the archive of seven days; consumers drop what they have',
    )
    .addOption(service('that sends the topic').makeOptionMandatory())
    .requiredOption('--topic <topic>', 'the topic, like sale.order', topicOf)
    .requiredOption('--since <time>', 'the time of the first of them, like 2026-11-01T00:00:00Z', timeOf)
    .action(async (options: RefillOptions) => {
      const { refillTopic } = await import('./refill-topic.js');
      const count = await refillTopic(env, options);
      print(`Sent ${eventsOf(count)} of ${options.topic} since ${options.since.toISOString()} once more.`);
    });
  addRestoreCommands(events, shell);
};

function addRestoreCommands(events: Command, { env, print }: Shell): void {
  events
    .command('new-generation')
    .description(
      'after a restore, with all services stopped: ' +
        'new topics, filled out of the archive, and ids above all that were given',
    )
    .option(
      '--since <time>',
      'the time of the first event that a consumer may lack; the whole archive unless given',
      timeOf,
    )
    .option('--no-kafka', 'for a standalone installation, which has no Kafka')
    .action(async (options: NewGenerationOptions) => {
      const { newGeneration } = await import('./new-generation.js');
      print(`The events are in generation ${await newGeneration(env, options)}: start the services.`);
    });
  events
    .command('accept-timeline')
    .description('after a failover that has lost no commit: let events flow on')
    .addOption(service('of this service alone'))
    .action(async ({ service }: { service?: Service }) => {
      const { acceptTimelines } = await import('./new-generation.js');
      const accepted = await acceptTimelines(env, service ? [service] : services);
      print(accepted.length ? `Events of ${accepted.join(', ')} flow on.` : 'No database had left its timeline.');
    });
  events
    .command('ghosts')
    .description('after new-generation, list the events in the earlier topics that the restored database does not know')
    .requiredOption('--since <time>', 'the time that the database was restored to, like 2026-11-01T00:00:00Z', timeOf)
    .action(async (options: GhostOptions) => {
      const { listGhosts } = await import('./list-ghosts.js');
      print(JSON.stringify(await listGhosts(env, options), null, 2));
    });
}
