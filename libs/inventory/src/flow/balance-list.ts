import { type CallOf, type flow, type ItemBalance, parseIds, Refused } from '@stockbook/contracts';
import { columnwiseReader, Conditions, Db, LongList, type LongListTerms } from '@stockbook/persistence';
import { Injectable } from '@nestjs/common';
import { itemsInCategory } from '../item/record/item-category.js';
import { addItemScope, ofItem } from './flow-list.js';

type GetBalance = CallOf<typeof flow.getBalance>;

type StockPlace = Pick<ItemBalance, 'item_id' | 'location_id'>;

/** Each stock is found by its first movement, in the order of that index. */
const LIST: LongListTerms<StockPlace, 'item_id'> = {
  table: 'inventory.item_flow',
  key: 'item_flow_id',
  columns: { times: [], sql: { item_id: 'flow.item_id', location_id: 'flow.location_id' } },
  sorts: { item_id: 'flow.item_id' },
  preparedValues: 2,
};

@Injectable()
export class BalanceList {
  private readonly places: LongList<StockPlace, 'item_id'>;

  constructor(private readonly db: Db) {
    this.places = new LongList(db, LIST);
  }

  async page(call: GetBalance) {
    const { caller, input } = call;
    const { rows, total, cut } = await this.places.page(conditionsOf(call), { ...input, sort: 'item_id' });
    const keys = [rows.map(({ item_id }) => item_id), rows.map(({ location_id }) => location_id)];
    const [balances, all] = await Promise.all([readBalances(this.db, caller.account_id, ...keys, input.date), total()]);
    return { total: all, ...cut, balances };
  }
}

function conditionsOf({ caller, input }: GetBalance): Conditions {
  if (!input.date) throw new Refused({ code: 'invalid', field: 'date', message: 'date is required.' });
  const { date, filter_item_id, filter_location_id, filter_category, filter_brand_id } = input;
  const where = Conditions.of(caller, 'flow').add('seq', '= 1').add('date_added', '< ?', date);
  addItemScope(where, caller);
  const item_ids = parseIds(filter_item_id ?? '').filter((id) => id !== 0);
  if (item_ids.length) where.add('item_id', '= ANY (?::bigint[])', item_ids);
  if (filter_location_id) where.add('location_id', '= ?', filter_location_id);
  const inCategory = `flow.item_id IN ${itemsInCategory('= ANY (?::bigint[])')}`;
  if (filter_category) where.addSql('item_id', inCategory, parseIds(filter_category));
  if (filter_brand_id) where.addSql('brand_id', ofItem('item.brand_id = ?'), filter_brand_id);
  return where;
}

/** The average cost is that after the item's last movement at any location. */
const readBalances = columnwiseReader<ItemBalance>(
  'balances_before',
  {
    times: [],
    sql: {
      item_id: 'flow.item_id',
      model: "COALESCE(item.model, '')",
      sku: "COALESCE(item.sku, '')",
      name: "COALESCE(item.name, '')",
      location_id: 'flow.location_id',
      location: "COALESCE(location.name, '')",
      quantity: 'flow.balance',
      average_cost: 'round(flow.latest_cost, 4)',
      value: 'round(flow.balance * flow.latest_cost, 4)',
    },
  },
  `FROM unnest($2::bigint[], $3::bigint[]) WITH ORDINALITY AS wanted (item_id, location_id, place)
   JOIN (
     SELECT flow.*, first_value(average_cost) OVER (PARTITION BY flow.item_id ORDER BY item_flow_id DESC) AS latest_cost
     FROM inventory.item_stock stock CROSS JOIN LATERAL (
       SELECT * FROM inventory.item_flow
       WHERE account_id = $1 AND item_id = stock.item_id AND location_id = stock.location_id AND date_added < $4
       ORDER BY date_added DESC, seq DESC LIMIT 1
     ) flow
     WHERE stock.account_id = $1 AND stock.item_id = ANY ($2::bigint[])
   ) flow ON flow.item_id = wanted.item_id AND flow.location_id = wanted.location_id
   LEFT JOIN inventory.item ON item.account_id = $1 AND item.item_id = flow.item_id
   LEFT JOIN inventory.location ON location.account_id = $1 AND location.location_id = flow.location_id
   ORDER BY place`,
);
