import type { Stockbook } from '@stockbook/client';
import { deliveryStates, recoverable } from '@stockbook/contracts';
import type { Environment } from '@stockbook/process';
import { type Command, Option } from 'commander';
import { join } from 'node:path';
import { homeOf } from '../../home/home.js';
import { withClient } from '../credentials.js';
import { idParser, type Print } from '../options.js';
import { listen, type ListenOptions } from './listen.js';

type Webhooks = Stockbook['integration']['webhook'];
type Deliveries = NonNullable<Parameters<Webhooks['getDelivery']>[0]>;
type Recovery = Parameters<Webhooks['recover']>[0];

const idArgument = idParser('A webhook_id', Number.MAX_SAFE_INTEGER);

/** Adds commands for the owner of an endpoint, with the credentials of `call`. */
export function addWebhookCommands(program: Command, env: Environment, print: Print): void {
  const webhook = program.command('webhook').description('work with the endpoints of an account');
  const ask = <T>(work: (webhooks: Webhooks) => Promise<T>) =>
    withClient(env, ({ integration }) => work(integration.webhook));
  const show = (answer: object) => print(JSON.stringify(answer, null, 2));

  webhook
    .command('listen')
    .description('poll the events of the account and post them, signed, to a receiver on this machine')
    .requiredOption('--forward <url>', 'the receiver')
    .option('--event <name>', 'an event or a section; all unless given')
    .option('--secret <secret>', 'signs; a new one is printed unless given')
    .option('--from-start', 'begin with the oldest event that is kept')
    .action(async (given: Pick<ListenOptions, 'forward' | 'event' | 'secret' | 'fromStart'>) => {
      await withClient(env, async (client, { domain }) => {
        const cursorFile = join(homeOf(env), `webhook-cursor-${encodeURIComponent(domain)}`);
        await listen({ ...given, webhooks: client.safe.integration.webhook, cursorFile, print });
      });
    });

  webhook
    .command('test <webhook_id>')
    .description('send a sample now and show the attempt')
    .option('--event <name>', 'the event to send a sample of')
    .action(async (id: string, { event }: { event?: string }) => {
      const { attempt } = await ask((webhooks) =>
        webhooks.test({ webhook_id: idArgument(id), ...(event && { event }) }),
      );
      show(attempt ?? {});
    });

  webhook
    .command('recover <webhook_id>')
    .description('send what an endpoint has missed')
    .requiredOption('--start <date>', 'events from this point in time on')
    .option('--end <date>', 'events up to this point in time')
    .addOption(new Option('--what <what>', 'which deliveries').choices(recoverable))
    .option('--dry-run', 'count them only')
    .action(async (id: string, given: { start: string; end?: string; what?: Recovery['what']; dryRun?: boolean }) => {
      const { start: date_start, end: date_end, what, dryRun: dry_run } = given;
      const request = { webhook_id: idArgument(id), date_start, date_end, what, dry_run };
      const { count } = await ask((webhooks) => webhooks.recover(request));
      print(dry_run ? `${count} deliveries would be sent.` : `${count} deliveries are sent.`);
    });

  webhook
    .command('deliveries')
    .description('list deliveries, the newest first')
    .option('--webhook <id>', 'of this endpoint', idArgument)
    .addOption(new Option('--state <state>', 'in this state').choices(deliveryStates))
    .option('--event <name>', 'of an event or a section')
    .option('--record <record>', 'of a record like sale/order/42')
    .action(
      async (given: { webhook?: number; state?: Deliveries['filter_state']; event?: string; record?: string }) => {
        const { webhook: filter_webhook_id, state: filter_state, event: filter_event, record: filter_record } = given;
        const request = { filter_webhook_id, filter_state, filter_event, filter_record, limit: 50 };
        const { deliveries, total } = await ask((webhooks) => webhooks.getDelivery(request));
        for (const { delivery_id, state, event, record, date_added, attempts } of deliveries) {
          const { number = 0, status, failure } = attempts.at(-1) ?? {};
          const outcome = [state, `${number} attempts`, failure ?? status ?? ''];
          print([delivery_id, date_added, event, record, ...outcome].join('  '));
        }
        print(`${total} deliveries.`);
      },
    );
}
