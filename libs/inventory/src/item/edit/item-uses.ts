import { type Caller, documentLabel, DOCUMENTS, type Fault, type Referrers } from '@stockbook/contracts';
import { type Db, hiddenColumn, statement, type Tx, visibleIds } from '@stockbook/persistence';
import { inUse, MOST_NAMED, type ReferrerRow, referrersOf } from '@stockbook/service';
import { type DocumentTable, hiddenDocument } from '../../document/document-scope.js';
import { IS_AWAITED } from '../../purchase-order/awaited-orders.js';
import { PURCHASE_ORDER } from '../../purchase-order/purchase-orders.js';
import { RESERVATION } from '../../reservation/reservations.js';
import { STOCK_TAKE_JOB } from '../../stock-take-job/stock-take-jobs.js';
import { TRANSFER_JOB } from '../../transfer-job/transfer-jobs.js';

interface UseRow extends ReferrerRow {
  /** `item`, `bundle`, `purchase order`, `reservation`, a job, or a kind of document that takes stock. */
  readonly kind: string;
  readonly item_id: number;
}

/** Of each item the first referrers of a kind, and how many there are. */
const firstOf = (referrers: string) =>
  `SELECT kind, item_id, id, name, total, hidden FROM (
     SELECT used.*, count(*) OVER referrers::int AS total, row_number() OVER (referrers ORDER BY hidden, id) AS place
     FROM (${referrers}) used WINDOW referrers AS (PARTITION BY kind, item_id)
   ) ranked WHERE place <= ${MOST_NAMED}`;

const jobTables = { 'transfer job': TRANSFER_JOB, 'stock take job': STOCK_TAKE_JOB } as const;
const JOBS = ['transfer job', 'stock take job'] as const;

const namedIn = (document: DocumentTable, isOpen: string) =>
  `SELECT DISTINCT '${document.table.replaceAll('_', ' ')}' AS kind, line.item_id, ${document.key} AS id, '' AS name,
     ${hiddenDocument(document, '$3')}
   FROM inventory.${document.table}_line line JOIN inventory.${document.table} USING (account_id, ${document.key})
   WHERE account_id = $1 AND line.item_id = ANY ($2::bigint[]) AND ${isOpen}`;

const USES = statement(
  'uses_of_items',
  `${firstOf(
    `SELECT DISTINCT document AS kind, item_id, document_id AS id, '' AS name, false AS hidden
     FROM inventory.stock_demand_line
     WHERE account_id = $1 AND item_id = ANY ($2::bigint[]) AND taken < wanted`,
  )}
   UNION ALL
   ${firstOf(
     `SELECT 'item' AS kind, parent_id AS item_id, item_id AS id, name,
        ${hiddenColumn('item.channel_group_id', '$3')}
      FROM inventory.item
      WHERE account_id = $1 AND parent_id = ANY ($2::bigint[]) AND parent_id <> 0 AND date_deleted IS NULL`,
   )}
   UNION ALL
   ${firstOf(
     `SELECT 'bundle' AS kind, component.bundle_item_id AS item_id, bundle.item_id AS id, bundle.name,
       ${hiddenColumn('bundle.channel_group_id', '$3')}
      FROM inventory.item_bundle component JOIN inventory.item bundle USING (account_id, item_id)
      WHERE account_id = $1 AND component.bundle_item_id = ANY ($2::bigint[]) AND bundle.date_deleted IS NULL`,
   )}
   UNION ALL
   ${firstOf(
     `SELECT DISTINCT 'purchase order' AS kind, item_id, purchase_order_id AS id, '' AS name,
        ${hiddenDocument(PURCHASE_ORDER, '$3')}
      FROM inventory.purchase_order_line line JOIN inventory.purchase_order USING (account_id, purchase_order_id)
      WHERE account_id = $1 AND item_id = ANY ($2::bigint[]) AND quantity_received < quantity
        AND ${IS_AWAITED}`,
   )}
   UNION ALL
   ${firstOf(namedIn(RESERVATION, "status = 'active' AND reservation.date_deleted IS NULL"))}
   ${JOBS.map((job) => `UNION ALL ${firstOf(namedIn(jobTables[job], 'job_status_id < 3'))}`).join('\n   ')}
   ORDER BY item_id, kind DESC, hidden, id`,
);

async function findUses(tx: Tx, caller: Caller, item_ids: readonly number[]) {
  const uses = await tx.query<UseRow>(USES, [tx.account_id, item_ids, visibleIds(caller, 'channel_group_id')]);
  return (item_id: number, kind: UseRow['kind']) =>
    referrersOf(uses.filter((use) => use.item_id === item_id && use.kind === kind));
}
type Uses = Awaited<ReturnType<typeof findUses>>;

const demands = (of: Uses, item_id: number, field: string): Fault[] => [
  ...DOCUMENTS.flatMap((document) =>
    inUse(field, `Item ${item_id} still has backordered lines of`, documentLabel(document), of(item_id, document)),
  ),
  ...awaited(of, item_id, field),
];

const awaited = (of: Uses, item_id: number, field: string): Fault[] =>
  inUse(field, `Item ${item_id} is still to arrive with`, 'purchase order', of(item_id, 'purchase order'));

const containing = (of: Uses, item_id: number, field: string): Fault[] =>
  inUse(field, `Item ${item_id} is still a component of`, 'item', of(item_id, 'bundle'));

/**
 * Why deleted items are still in use: lines of documents wait for their stock, which nobody can bring any more, purchase orders ask for
 * them, and living items have them as their parent or as a component.
 */
export async function itemUses(tx: Tx, caller: Caller, item_ids: readonly number[], field: string): Promise<Fault[]> {
  const of = await findUses(tx, caller, item_ids);
  return item_ids.flatMap((item_id) => [
    ...demands(of, item_id, field),
    ...inUse(field, `Item ${item_id} is still the parent of`, 'item', of(item_id, 'item')),
    ...containing(of, item_id, field),
  ]);
}

/** Why an item cannot become a bundle, or stop being one: documents name it, or it is a component itself. Sales answers for its own. */
export async function kindUses(tx: Tx, caller: Caller, item_id: number, field: string): Promise<Fault[]> {
  const of = await findUses(tx, caller, [item_id]);
  return [
    ...awaited(of, item_id, field),
    ...JOBS.flatMap((job) => inUse(field, `Item ${item_id} is still in`, job, of(item_id, job))),
    ...inUse(field, `Item ${item_id} is still held by`, 'reservation', of(item_id, 'reservation')),
    ...containing(of, item_id, field),
  ];
}

const IN_LANGUAGE = statement(
  'items_in_language',
  `SELECT item_id AS id, name, count(*) OVER ()::int AS total FROM inventory.item
   WHERE account_id = $1 AND translations @> jsonb_build_array(jsonb_build_object('language_id', $2::bigint))
     AND translations <> '[]' AND date_deleted IS NULL
   ORDER BY item_id LIMIT ${MOST_NAMED}`,
);

/** The living items with a translation into the language. */
export const itemsInLanguage = async (db: Db, account_id: number, language_id: number): Promise<Referrers> =>
  referrersOf(await db.query<ReferrerRow>(IN_LANGUAGE, [account_id, language_id]));
