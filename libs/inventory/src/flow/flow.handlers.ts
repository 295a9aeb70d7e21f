import { type Caller, type CallOf, flow, type ItemFlow, shownDate } from '@stockbook/contracts';
import { Db, statement, windowOf } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { ItemFlowRow } from '../stock/ledger/item-flow.entity.js';
import { verifyFlow } from './flow-verification.js';

const ITEMS = statement(
  'items_of_flow',
  `SELECT item_id, name, model, sku, cost::float8, round(COALESCE(average_cost, 0), 4)::float8 AS average_cost,
     round(COALESCE(pool_cost, 0), 4)::float8 AS pool_cost
   FROM inventory.item LEFT JOIN inventory.item_cost USING (account_id, item_id)
   WHERE account_id = $1 AND item_id = ANY ($2)`,
);
const MOVEMENTS = statement(
  'movements',
  `SELECT COALESCE(sum(seq), 0)::float8 AS total FROM inventory.item_stock
   WHERE account_id = $1 AND ($2::bigint = 0 OR item_id = $2) AND ($3::bigint = 0 OR location_id = $3)`,
);
const LOCATIONS = statement(
  'locations_of_flow',
  'SELECT location_id, name FROM inventory.location WHERE account_id = $1 AND location_id = ANY ($2)',
);

type Filters = CallOf<typeof flow.get>['input'];
type ItemData = Pick<ItemFlow, 'item_id' | 'name' | 'model' | 'sku' | 'cost' | 'average_cost' | 'pool_cost'>;

@Controller()
export class FlowHandlers {
  constructor(private readonly db: Db) {}

  @Handles(flow.get)
  async get({ caller, input }: CallOf<typeof flow.get>) {
    const query = this.visibleFlows(caller);
    const { filter_item_id, filter_location_id, filter_date_added_start, filter_date_added_end } = input;
    if (filter_item_id) query.andWhere('flow.item_id = :item', { item: filter_item_id });
    if (filter_location_id) query.andWhere('flow.location_id = :location', { location: filter_location_id });
    if (filter_date_added_start) query.andWhere('flow.date_added >= :start', { start: filter_date_added_start });
    if (filter_date_added_end) query.andWhere('flow.date_added <= :end', { end: filter_date_added_end });
    const isWhole = !caller.channel_group_ids && !filter_date_added_start && !filter_date_added_end;
    const { limit, offset } = windowOf(input);
    const { sort = 'item_flow_id', order = 'DESC' } = input;
    const page = query.clone().orderBy(`flow.${sort}`, order).addOrderBy('flow.item_flow_id', order);
    const [total, rows] = await Promise.all([
      isWhole ? this.movements(caller, input) : query.getCount(),
      page.limit(limit).offset(offset).getMany(),
    ]);
    return { total, flows: await this.shown(caller, rows) };
  }

  @Handles(flow.verify) verify({ caller, input }: CallOf<typeof flow.verify>) {
    return verifyFlow(this.db, caller.account_id, input.item_id);
  }

  /** A flow belongs to the channel group of its item. */
  private visibleFlows({ account_id, channel_group_ids }: Caller) {
    const query = this.db.source.manager.createQueryBuilder(ItemFlowRow, 'flow');
    query.where('flow.account_id = :account_id', { account_id });
    if (!channel_group_ids) return query;
    return query.andWhere(
      `EXISTS (SELECT FROM inventory.item WHERE item.account_id = flow.account_id AND item.item_id = flow.item_id
         AND item.channel_group_id IN (:...groups))`,
      { groups: [0, ...channel_group_ids] },
    );
  }

  /** Where no row is left out, each stock knows by its `seq` how many it has: counting a million rows takes far longer. */
  private async movements({ account_id }: Caller, { filter_item_id = 0, filter_location_id = 0 }: Filters) {
    const [row] = await this.db.query<{ total: number }>(MOVEMENTS, [account_id, filter_item_id, filter_location_id]);
    return row?.total ?? 0;
  }

  private async shown({ account_id }: Caller, rows: readonly ItemFlowRow[]): Promise<ItemFlow[]> {
    const [items, locations] = await Promise.all([
      this.db.query<ItemData>(ITEMS, [account_id, rows.map(({ item_id }) => item_id)]),
      this.db.query<{ location_id: number; name: string }>(LOCATIONS, [
        account_id,
        rows.map(({ location_id }) => location_id),
      ]),
    ]);
    const itemOf = new Map(items.map((item) => [item.item_id, item]));
    const locationOf = new Map(locations.map(({ location_id, name }) => [location_id, name]));
    return rows.map((row) => toFlow(row, itemOf.get(row.item_id), locationOf.get(row.location_id)));
  }
}

const toFlow = (row: ItemFlowRow, item: ItemData | undefined, location = ''): ItemFlow => ({
  item_flow_id: row.item_flow_id,
  item_id: row.item_id,
  name: item?.name ?? '',
  model: item?.model ?? '',
  sku: item?.sku ?? '',
  cost: item?.cost ?? 0,
  average_cost: item?.average_cost ?? 0,
  pool_cost: item?.pool_cost ?? 0,
  user_id: row.user_id,
  user: row.username,
  location_id: row.location_id,
  location,
  quantity: row.quantity,
  balance: row.balance,
  comment: row.comment,
  date_added: shownDate(row.date_added),
});
