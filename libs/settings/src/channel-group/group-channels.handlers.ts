import { type CallOf, channelsOfGroups, groupChannels, type GroupChannels, shownDate } from '@stockbook/contracts';
import { Db, statement } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller, type OnModuleInit } from '@nestjs/common';
import { HandOvers } from '../reference/hand-overs.js';

/** Reads the channels of all groups unless some are named. */
const CHANNELS_OF_GROUPS = statement(
  'channels_of_groups',
  `SELECT channel_group_id, CASE WHEN date_deleted IS NULL THEN channels ELSE '{}' END AS channels, version,
     date_modified
   FROM settings.channel_group WHERE account_id = $1 AND ($2::bigint[] IS NULL OR channel_group_id = ANY ($2))`,
);

/** Gives the channels of channel groups to integration: on request, and before their changes are acknowledged. */
@Controller()
export class GroupChannelsHandlers implements OnModuleInit {
  constructor(
    private readonly db: Db,
    private readonly handOvers: HandOvers,
  ) {}

  onModuleInit(): void {
    this.handOvers.add(groupChannels.apply, async (account_id) => {
      const groups = await this.read(account_id, null);
      return groups.length ? { groups } : undefined;
    });
  }

  @Handles(channelsOfGroups.get)
  async get({ caller, input }: CallOf<typeof channelsOfGroups.get>) {
    return { groups: await this.read(caller.account_id, input.channel_group_ids) };
  }

  private async read(account_id: number, channel_group_ids: readonly number[] | null): Promise<GroupChannels[]> {
    type Row = Omit<GroupChannels, 'date_modified'> & { readonly date_modified: Date };
    const rows = await this.db.query<Row>(CHANNELS_OF_GROUPS, [account_id, channel_group_ids]);
    return rows.map((row) => ({ ...row, date_modified: shownDate(row.date_modified) }));
  }
}
