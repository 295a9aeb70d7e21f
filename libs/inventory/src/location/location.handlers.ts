import {
  type CallOf,
  type Location,
  location,
  locationChanged,
  locationsReference,
  Refused,
  shownDate,
} from '@stockbook/contracts';
import { Db, deletedFlag, pageOf, statement, type Tx } from '@stockbook/persistence';
import { Handles, PlainRecords } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { text } from '../text.js';
import { LocationRow } from './location.entity.js';

const LIVING = statement(
  'living_locations',
  'SELECT location_id FROM inventory.location WHERE account_id = $1 AND date_deleted IS NULL ORDER BY location_id',
);
/** Nobody can move the stock of a deleted item any more, so it holds no location. */
const STOCK_AT = statement(
  'stock_at_location',
  `SELECT item.item_id, item.name
   FROM inventory.item_stock stock JOIN inventory.item USING (account_id, item_id)
   WHERE stock.account_id = $1 AND stock.location_id = $2 AND (stock.on_hand <> 0 OR stock.reserved <> 0)
     AND item.date_deleted IS NULL
   LIMIT 1`,
);

@Controller()
export class LocationHandlers {
  private readonly locations: PlainRecords<LocationRow, 'location_id'>;

  constructor(private readonly db: Db) {
    this.locations = new PlainRecords(db, LocationRow, 'location_id', locationChanged);
  }

  @Handles(location.add) add(call: CallOf<typeof location.add>) {
    return this.locations.add(call);
  }

  @Handles(location.edit) edit(call: CallOf<typeof location.edit>) {
    return this.locations.edit(call);
  }

  @Handles(location.delete) delete(call: CallOf<typeof location.delete>) {
    return this.db.transact(call, async (tx) => {
      const key = await this.locations.update(tx, call, { date_deleted: () => 'now()' });
      await refuseInUse(tx, key.location_id);
      return key;
    });
  }

  @Handles(location.get)
  async get({ caller, input }: CallOf<typeof location.get>) {
    const query = this.db.read(LocationRow, 'location', caller);
    const { location_id } = input;
    if (location_id !== undefined) query.andWhere('location.location_id = :id', { id: location_id });
    if (input.filter_name) query.andWhere(text.contains('location.name', ':name'), { name: input.filter_name });
    const modified = input.filter_date_modified;
    if (modified) query.andWhere('location.date_modified > :modified', { modified });
    const columns = { name: text.sortedName('location.name'), date_modified: 'location.date_modified' };
    const [rows, total] = await pageOf(query, input, 'location_id', columns);
    const toLocation = (row: LocationRow): Location => ({
      location_id: row.location_id,
      name: row.name,
      stock_warning: row.stock_warning,
      stock_danger: row.stock_danger,
      date_modified: shownDate(row.date_modified),
      ...deletedFlag(input, row),
    });
    return { total, locations: rows.map(toLocation) };
  }

  @Handles(locationsReference.get)
  async references({ caller }: CallOf<typeof locationsReference.get>) {
    const rows = await this.db.query<{ location_id: number }>(LIVING, [caller.account_id]);
    return { location_ids: rows.map(({ location_id }) => location_id) };
  }
}

async function refuseInUse(tx: Tx, location_id: number): Promise<void> {
  const [held] = await tx.query<{ item_id: number; name: string }>(STOCK_AT, [tx.account_id, location_id]);
  if (!held) return;
  const message = `Location ${location_id} still holds stock of item ${held.item_id} (${held.name}).`;
  throw new Refused({ code: 'in_use', field: 'location_id', message });
}
