import type { Stockbook } from '@stockbook/client';
import { join } from 'node:path';
import { homeOf } from '../../home/demo-file.js';
import { withClient } from '../client/client.js';
import { profileOption, type ProfileOption } from '../client/profiles.js';
import { idParser } from '../options.js';
import type { Build } from '../shell.js';
import { listen, type ListenOptions } from './listen.js';

type Webhooks = Stockbook['integration']['webhook'];

interface RecoverOptions extends ProfileOption {
  readonly start: string;
  readonly end?: string;
  readonly what?: Parameters<Webhooks['recover']>[0]['what'];
  readonly dryRun?: boolean;
}

interface DeliveriesOptions extends ProfileOption {
  readonly webhook?: number;
  readonly state?: NonNullable<Parameters<Webhooks['getDelivery']>[0]>['filter_state'];
  readonly event?: string;
  readonly record?: string;
}

const idArgument = idParser('A webhook_id', Number.MAX_SAFE_INTEGER);

/** The commands for the owner of an endpoint. */
export const build: Build = (webhook, { env, print }) => {
  const ask = <T>(options: ProfileOption, work: (webhooks: Webhooks) => Promise<T>) =>
    withClient(env, options, ({ integration }) => work(integration.webhook));
  const show = (answer: object) => print(JSON.stringify(answer, null, 2));

  webhook
    .command('listen')
    .description('read the events of the account as they come, and post them, signed, to a receiver on this machine')
    .requiredOption('--forward <url>', 'the receiver')
    .option('--event <name>', 'an event or a section; all unless given')
    .option('--secret <secret>', 'signs; a new one is printed unless given')
    .option('--from-start', 'begin with the oldest event that is kept')
    .addOption(profileOption)
    .action(async (given: Pick<ListenOptions, 'forward' | 'event' | 'secret' | 'fromStart'> & ProfileOption) => {
      await withClient(env, given, async (client, { domain, url }) => {
        const name = encodeURIComponent(`${domain}@${new URL(url).host}`);
        await listen({ ...given, client, cursorFile: join(homeOf(env), `webhook-cursor-${name}`), print });
      });
    });

  webhook
    .command('test <webhook_id>')
    .description('send a sample now and show the attempt')
    .option('--event <name>', 'the event to send a sample of')
    .addOption(profileOption)
    .action(async (id: string, { event, ...options }: { event?: string } & ProfileOption) => {
      const { attempt } = await ask(options, (webhooks) =>
        webhooks.test({ webhook_id: idArgument(id), ...(event && { event }) }),
      );
      show(attempt ?? {});
    });

  webhook
    .command('recover <webhook_id>')
    .description('send what an endpoint has missed')
    .requiredOption('--start <date>', 'events from this point in time on')
    .option('--end <date>', 'events up to this point in time')
    .option('--what <what>', 'which deliveries, like all')
    .option('--dry-run', 'count them only')
    .addOption(profileOption)
    .action(async (id: string, given: RecoverOptions) => {
      const { start: date_start, end: date_end, what, dryRun: dry_run } = given;
      const request = { webhook_id: idArgument(id), date_start, date_end, what, dry_run };
      const { count } = await ask(given, (webhooks) => webhooks.recover(request));
      print(dry_run ? `${count} deliveries would be sent.` : `${count} deliveries are sent.`);
    });

  webhook
    .command('deliveries')
    .description('list deliveries, the newest first')
    .option('--webhook <id>', 'of this endpoint', idArgument)
    .option('--state <state>', 'in this state, like exhausted')
    .option('--event <name>', 'of an event or a section')
    .option('--record <record>', 'of a record like sale/order/42')
    .addOption(profileOption)
    .action(async (given: DeliveriesOptions) => {
      const { webhook: filter_webhook_id, state: filter_state, event: filter_event, record: filter_record } = given;
      const request = { filter_webhook_id, filter_state, filter_event, filter_record, limit: 50 };
      const { deliveries, total } = await ask(given, (webhooks) => webhooks.getDelivery(request));
      for (const { delivery_id, state, event, record, date_added, attempts } of deliveries) {
        const { number = 0, status, failure } = attempts.at(-1) ?? {};
        const outcome = [state, `${number} attempts`, failure ?? status ?? ''];
        print([delivery_id, date_added, event, record, ...outcome].join('  '));
      }
      print(`${total} deliveries.`);
    });
};
