import { type Brand, brand, brandChanged, type CallOf, Refused, shownDate } from '@stockbook/contracts';
import { claim, Db, hiddenColumn, statement, visibleIds } from '@stockbook/persistence';
import { Handles, inUse, MOST_NAMED, PlainRecords, type ReferrerRow, referrersOf } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { References } from '../references.js';
import { text } from '../text.js';
import { BrandRow } from './brand.entity.js';

const ITEMS = statement(
  'items_of_brand',
  `SELECT item_id AS id, name, count(*) OVER ()::int AS total, ${hiddenColumn('channel_group_id', '$3')}
   FROM inventory.item WHERE account_id = $1 AND brand_id = $2 AND date_deleted IS NULL
   ORDER BY hidden, item_id LIMIT ${MOST_NAMED}`,
);

@Controller()
export class BrandHandlers {
  private readonly brands: PlainRecords<BrandRow, 'brand_id', Brand>;

  constructor(db: Db, references: References) {
    this.brands = new PlainRecords(db, BrandRow, 'brand_id', brandChanged, toBrand, references);
  }

  @Handles(brand.add)
  add(call: CallOf<typeof brand.add>) {
    return this.brands.add(call);
  }

  @Handles(brand.edit)
  edit(call: CallOf<typeof brand.edit>) {
    return this.brands.edit(call);
  }

  @Handles(brand.delete)
  delete(call: CallOf<typeof brand.delete>) {
    const { caller, input } = call;
    const { brand_id } = input;
    return this.brands.delete(call, async (tx) => {
      await claim(tx, caller, BrandRow, { brand_id });
      const key = [caller.account_id, brand_id, visibleIds(caller, 'channel_group_id')];
      const items = referrersOf(await tx.query<ReferrerRow>(ITEMS, key));
      Refused.ifAny(inUse('brand_id', `Brand ${brand_id} is still the brand of`, 'item', items));
    });
  }

  @Handles(brand.get)
  async get(call: CallOf<typeof brand.get>) {
    const sorts = {
      name: text.sortedName('brand.name'),
      date_modified: 'brand.date_modified',
    };
    const { records, ...page } = await this.brands.list(call, sorts);
    return { ...page, brands: records };
  }
}

const toBrand = (row: BrandRow): Brand => ({
  brand_id: row.brand_id,
  channel_group_id: row.channel_group_id,
  name: row.name,
  image: row.image,
  date_modified: shownDate(row.date_modified),
});
