import { type Service, services } from '@stockbook/contracts';
import type { Environment } from '@stockbook/process';
import { type Command, Option } from 'commander';
import { eventsOf, serviceOf, timeOf, topicOf } from './event-options.js';
import { idOf, type Print } from '../options.js';
import type { ReplayOptions } from './parked-events.js';
import type { RefillOptions } from './refill-topic.js';

const keyOf = idOf('The key', Number.MAX_SAFE_INTEGER);

/** Loads the services only when a command needs them. */
export function addEventCommands(program: Command, env: Environment, print: Print): void {
  const events = program.command('events').description('parked events, and events to send again');
  const service = (description: string) => new Option('--service <service>', description).argParser(serviceOf);
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
    .requiredOption('--account <id>', 'the account', idOf('The account'))
    .requiredOption('--topic <topic>', 'the topic, like sale.order', topicOf)
    .requiredOption('--key <id>', 'the record that the events are of, like an order_id', keyOf)
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
}
