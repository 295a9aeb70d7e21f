import {
  type Call,
  channelGroupChanged,
  channelsOfGroups,
  type Event,
  type GroupChannels,
  ownCall,
  type PayloadOf,
} from '@stockbook/contracts';
import { Db, statement, type Tx } from '@stockbook/persistence';
import { Services } from '@stockbook/rpc';
import { Consumes } from '@stockbook/service';
import { Injectable } from '@nestjs/common';

type GroupVersion = GroupChannels & { readonly account_id: number };

const GIVEN = `json_to_recordset($1)
     AS given (account_id int, channel_group_id bigint, channels bigint[], version bigint, date_modified timestamptz)`;
const HAS_NEWS = statement(
  'has_news_of_webhook_channel_groups',
  `SELECT FROM ${GIVEN} JOIN integration.webhook_account USING (account_id)
   LEFT JOIN integration.webhook_channel_group known USING (account_id, channel_group_id)
   WHERE known.version IS NULL OR known.version < given.version LIMIT 1`,
);
/** Stores the channels of groups for accounts that have had endpoints. A new name does not count as a change. */
const KEEP = statement(
  'keep_webhook_channel_groups',
  `INSERT INTO integration.webhook_channel_group
     AS known (account_id, channel_group_id, channels, version, date_modified)
   SELECT DISTINCT ON (account_id, channel_group_id) account_id, channel_group_id, channels, version, date_modified
   FROM ${GIVEN} JOIN integration.webhook_account USING (account_id) ORDER BY account_id, channel_group_id, version DESC
   ON CONFLICT (account_id, channel_group_id) DO UPDATE SET channels = excluded.channels, version = excluded.version,
     date_modified = CASE WHEN known.channels = excluded.channels THEN known.date_modified
       ELSE excluded.date_modified END
   WHERE known.version < excluded.version`,
);

/** Knows the channels of the channel groups that endpoints are limited to. */
@Injectable()
export class EndpointGroups {
  constructor(
    private readonly db: Db,
    private readonly services: Services,
  ) {}

  /** Is called after the account is subscribed, so that a later change is followed. */
  async read(call: Call, channel_group_ids: readonly number[] | null): Promise<readonly GroupChannels[]> {
    if (!channel_group_ids) return [];
    const request = ownCall(call, { channel_group_ids: [...channel_group_ids] });
    return (await this.services.ask(channelsOfGroups.get, request)).output.groups;
  }

  /** Keeps the groups of an account, except those that are known in a later version. */
  add(tx: Tx, groups: readonly GroupChannels[]): void {
    keep(tx, ofAccount(tx.account_id, groups));
  }

  /** Tells whether the groups have changed. Most changes of settings leave them as they are and need no transaction. */
  async hasNews(account_id: number, groups: readonly GroupChannels[]): Promise<boolean> {
    const values = [JSON.stringify(ofAccount(account_id, groups))];
    return (await this.db.query(HAS_NEWS, values)).length > 0;
  }

  @Consumes(channelGroupChanged)
  async follow(events: readonly Event<PayloadOf<typeof channelGroupChanged>>[], tx: Tx): Promise<void> {
    const versions = events.map(({ account_id, sequence, created_at, payload: { change, record } }) => ({
      account_id,
      channel_group_id: record.channel_group_id,
      channels: change === 'deleted' ? [] : record.channels,
      version: sequence,
      date_modified: created_at,
    }));
    keep(tx, versions);
  }
}

const ofAccount = (account_id: number, groups: readonly GroupChannels[]): GroupVersion[] =>
  groups.map((group) => ({ ...group, account_id }));

function keep(tx: Tx, versions: readonly GroupVersion[]): void {
  if (versions.length) tx.send(KEEP, [JSON.stringify(versions)]);
}
