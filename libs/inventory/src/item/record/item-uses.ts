import { type Caller, documentLabel, DOCUMENTS, type Fault } from '@stockbook/contracts';
import { hiddenColumn, statement, type Statement, type Tx, visibleIds } from '@stockbook/persistence';
import { inUse, MOST_NAMED, type ReferrerRow, referrersOf } from '@stockbook/service';

interface UseRow extends ReferrerRow {
  /** Is `item`, `bundle`, `purchase order`, `reservation`, a job, or a kind of document that takes stock. */
  readonly kind: string;
  readonly item_id: number;
}

const firstOf = (referrers: string) =>
  `SELECT kind, item_id, id, name, total, hidden FROM (
     SELECT used.*, count(*) OVER referrers::int AS total, row_number() OVER (referrers ORDER BY hidden, id) AS place
     FROM (${referrers}) used WINDOW referrers AS (PARTITION BY kind, item_id)
   ) ranked WHERE place <= ${MOST_NAMED}`;

/** Describes open documents of one kind that name items; each kind declares its own use. */
export interface ItemUse {
  readonly kind: string;
  /** The refusal between the item and the document. */
  readonly beginning: string;
  /** Finds kind, item_id, id, name and hidden by account, items and the caller's channel groups. */
  readonly sql: string;
  /** True if the use also keeps the item from being deleted. */
  readonly keepsItem?: boolean;
}

const unionOf = (documents: readonly ItemUse[]) =>
  [
    `SELECT DISTINCT document AS kind, item_id, document_id AS id, '' AS name, false AS hidden
     FROM inventory.stock_demand_line
     WHERE account_id = $1 AND item_id = ANY ($2::bigint[]) AND taken < wanted`,
    `SELECT 'item' AS kind, parent_id AS item_id, item_id AS id, name,
       ${hiddenColumn('item.channel_group_id', '$3')}
     FROM inventory.item
     WHERE account_id = $1 AND parent_id = ANY ($2::bigint[]) AND parent_id <> 0 AND date_deleted IS NULL`,
    `SELECT 'bundle' AS kind, component.bundle_item_id AS item_id, bundle.item_id AS id, bundle.name,
       ${hiddenColumn('bundle.channel_group_id', '$3')}
     FROM inventory.item_bundle component JOIN inventory.item bundle USING (account_id, item_id)
     WHERE account_id = $1 AND component.bundle_item_id = ANY ($2::bigint[]) AND bundle.date_deleted IS NULL`,
    ...documents.map(({ sql }) => sql),
  ]
    .map(firstOf)
    .join(' UNION ALL ');

/** The records that name items. Sales answers for its own. */
export class ItemUses {
  private readonly find: Statement;

  constructor(private readonly documents: readonly ItemUse[]) {
    this.find = statement('uses_of_items', `${unionOf(documents)} ORDER BY item_id, kind DESC, hidden, id`);
  }

  /** Lines that wait, purchase orders, and living items with it as parent or component use an item. */
  async ofDeleted(tx: Tx, caller: Caller, item_ids: readonly number[], field: string): Promise<Fault[]> {
    const faultsOf = await this.faultsFinder(tx, caller, item_ids, field);
    const keeping = this.documents.filter(({ keepsItem }) => keepsItem);
    return item_ids.flatMap((item_id) => [
      ...DOCUMENTS.flatMap((document) =>
        faultsOf(item_id, 'still has backordered lines of', document, documentLabel(document)),
      ),
      ...keeping.flatMap(({ kind, beginning }) => faultsOf(item_id, beginning, kind)),
      ...faultsOf(item_id, 'is still the parent of', 'item'),
      ...faultsOf(item_id, 'is still a component of', 'bundle', 'item'),
    ]);
  }

  /** Returns why an item cannot become a bundle, or stop being one: documents name it, or it is a component itself. */
  async ofKind(tx: Tx, caller: Caller, item_id: number, field: string): Promise<Fault[]> {
    const faultsOf = await this.faultsFinder(tx, caller, [item_id], field);
    return [
      ...this.documents.flatMap(({ kind, beginning }) => faultsOf(item_id, beginning, kind)),
      ...faultsOf(item_id, 'is still a component of', 'bundle', 'item'),
    ];
  }

  private async faultsFinder(tx: Tx, caller: Caller, item_ids: readonly number[], field: string) {
    const uses = await tx.query<UseRow>(this.find, [tx.account_id, item_ids, visibleIds(caller, 'channel_group_id')]);
    return (item_id: number, beginning: string, kind: string, label = kind): Fault[] => {
      const own = uses.filter((use) => use.item_id === item_id && use.kind === kind);
      return inUse(field, `Item ${item_id} ${beginning}`, label, referrersOf(own));
    };
  }
}
