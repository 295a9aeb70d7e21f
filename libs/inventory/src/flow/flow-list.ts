import { type Caller, type CallOf, type Fault, type flow, type ItemFlow, Refused } from '@stockbook/contracts';
import {
  type Columns,
  Conditions,
  Db,
  LongList,
  type LongListTerms,
  scopeCondition,
  visibleIds,
} from '@stockbook/persistence';
import { Injectable } from '@nestjs/common';

type Get = CallOf<typeof flow.get>;
type FlowSort = NonNullable<Get['input']['sort']>;
type ListedFlow = Omit<ItemFlow, 'date_added'> & { readonly date_added: Date };

const COLUMNS: Columns<ListedFlow> = {
  times: ['date_added'],
  sql: {
    item_flow_id: 'flow.item_flow_id',
    item_id: 'flow.item_id',
    name: "COALESCE(item.name, '')",
    model: "COALESCE(item.model, '')",
    sku: "COALESCE(item.sku, '')",
    cost: 'COALESCE(item.cost, 0)',
    average_cost: 'COALESCE(round(cost.average_cost, 4), 0)',
    pool_cost: 'COALESCE(round(cost.pool_cost, 4), 0)',
    user_id: 'flow.user_id',
    user: 'flow.username',
    location_id: 'flow.location_id',
    location: "COALESCE(location.name, '')",
    quantity: 'flow.quantity',
    balance: 'flow.balance',
    comment: 'flow.comment',
    date_added: "flow.date_added AT TIME ZONE 'UTC'",
    document: 'flow.document',
    document_id: 'COALESCE(flow.document_id, 0)',
  },
};

/** The list of movements. Each stock counts its movements in `seq`, so that nobody counts a million rows. */
const LIST: LongListTerms<ListedFlow, FlowSort> = {
  table: 'inventory.item_flow',
  key: 'item_flow_id',
  columns: COLUMNS,
  join: `LEFT JOIN inventory.item USING (account_id, item_id)
    LEFT JOIN inventory.item_cost cost USING (account_id, item_id)
    LEFT JOIN inventory.location USING (account_id, location_id)`,
  sorts: { item_flow_id: 'flow.item_flow_id', date_added: 'flow.date_added' },
  counters: [{ table: 'inventory.item_stock', rows: 'seq', columns: ['account_id', 'item_id', 'location_id'] }],
  preparedValues: 2,
};

@Injectable()
export class FlowList {
  private readonly flows: LongList<ListedFlow, FlowSort>;

  constructor(db: Db) {
    this.flows = new LongList(db, LIST);
  }

  page(call: Get) {
    return this.flows.page(conditionsOf(call), call.input);
  }
}

function conditionsOf({ caller, input }: Get): Conditions {
  if (input.document_id !== undefined && !input.document) throw new Refused(noDocument);
  const where = Conditions.of(caller, 'flow');
  addItemScope(where, caller);
  const { filter_item_id, filter_location_id, filter_date_added_start, filter_date_added_end } = input;
  if (filter_item_id) where.add('item_id', '= ?', filter_item_id);
  if (filter_location_id) where.add('location_id', '= ?', filter_location_id);
  if (filter_date_added_start) where.add('date_added', '>= ?', filter_date_added_start);
  if (filter_date_added_end) where.add('date_added', '<= ?', filter_date_added_end);
  const { document, document_id, filter_user_id, filter_kind } = input;
  if (document) where.add('document', '= ?', document);
  if (document_id) where.add('document_id', '= ?', document_id);
  if (document_id === 0) where.addSql('document_id', 'flow.document_id IS NULL');
  if (filter_user_id !== undefined) where.add('user_id', '= ?', filter_user_id);
  if (filter_kind) where.add('quantity', filter_kind === 'in' ? '> 0' : '< 0');
  return where;
}

/** Returns SQL that is true if the item of a movement meets a condition. */
export const ofItem = (condition: string): string =>
  `EXISTS (SELECT FROM inventory.item
     WHERE item.account_id = flow.account_id AND item.item_id = flow.item_id AND ${condition})`;

/** A movement belongs to the channel group of its item. */
export function addItemScope(where: Conditions, caller: Caller): void {
  const groups = visibleIds(caller, 'channel_group_id');
  if (groups) where.addSql('channel_group_id', ofItem(scopeCondition('item.channel_group_id', '?')), groups);
}

const noDocument: Fault = {
  code: 'invalid',
  field: 'document',
  message: 'document is required with document_id: documents of different kinds may have the same id.',
};
