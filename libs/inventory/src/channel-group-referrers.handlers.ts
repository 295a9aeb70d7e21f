import { type CallOf, channelGroupReferrers } from '@stockbook/contracts';
import { Db, statement } from '@stockbook/persistence';
import { Handles, MOST_NAMED, type ReferrerRow, referrersOf } from '@stockbook/service';
import { Controller } from '@nestjs/common';

const membersIn = (table: 'brand' | 'item' | 'supplier') =>
  statement(
    `${table}s_of_channel_group`,
    `SELECT ${table}_id AS id, name, count(*) OVER ()::int AS total FROM inventory.${table}
     WHERE account_id = $1 AND channel_group_id = $2 AND date_deleted IS NULL ORDER BY ${table}_id LIMIT ${MOST_NAMED}`,
  );
const brands = membersIn('brand');
const items = membersIn('item');
const suppliers = membersIn('supplier');

@Controller()
export class ChannelGroupReferrersHandlers {
  constructor(private readonly db: Db) {}

  @Handles(channelGroupReferrers.get)
  async get({ caller, input }: CallOf<typeof channelGroupReferrers.get>) {
    const key = [caller.account_id, input.channel_group_id];
    const [ofBrands, ofItems, ofSuppliers] = await Promise.all([
      this.db.query<ReferrerRow>(brands, key),
      this.db.query<ReferrerRow>(items, key),
      this.db.query<ReferrerRow>(suppliers, key),
    ]);
    return { brands: referrersOf(ofBrands), items: referrersOf(ofItems), suppliers: referrersOf(ofSuppliers) };
  }
}
