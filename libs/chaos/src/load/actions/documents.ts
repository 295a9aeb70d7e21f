import type { FaultCode } from '@stockbook/contracts';
import type { ExpectedLine, ExpectedOrder, ExpectedRecord, Write } from '../journal.js';
import { addRecord, changeRecord, type Desk, drawBundleLine, drawDistinctLines, type Keep, writeOf } from './desk.js';

interface DocumentActions {
  readonly key: string;
  /** The lines of a request and the fields that its lines need. */
  readonly linesOf: (desk: Desk, lines: readonly ExpectedLine[]) => object;
  /** The other fields of a new document. */
  readonly head?: (desk: Desk) => object;
  readonly mayBe: readonly FaultCode[];
  /** Whether lines may be of bundles. */
  readonly takesBundles?: boolean;
}

const place = ({ account, random }: Desk) => random.pick(account.location_ids);
const REDUCED: readonly FaultCode[] = ['insufficient_stock', 'invalid'];

/** The documents of inventory. A new kind is an entry here and in `checks/records`. */
const DOCUMENTS = {
  addition: {
    key: 'item_addition_id',
    linesOf: (desk, lines) => ({
      addition: lines.map((line) => ({ ...line, location_id: place(desk), cost: desk.random.between(1, 9) })),
    }),
    mayBe: REDUCED,
  },
  deduction: {
    key: 'item_deduction_id',
    linesOf: (desk, lines) => ({
      deduction: lines.map((line) => ({ ...line, name: '', location_id: place(desk), cost: 2 })),
    }),
    mayBe: ['insufficient_stock'],
    takesBundles: true,
  },
  transfer: {
    key: 'item_transfer_id',
    linesOf: (desk, lines) => ({
      transfer: lines.map((line) => {
        const [from_location_id, to_location_id] = desk.random.shuffled(desk.account.location_ids);
        return { ...line, from_location_id, to_location_id };
      }),
    }),
    mayBe: ['insufficient_stock'],
  },
  reservation: {
    key: 'item_reservation_id',
    linesOf: (_, lines) => ({ reservation: lines }),
    head: (desk) => ({ location_id: place(desk) }),
    // Its order may have taken pieces, or be deleted.
    mayBe: ['insufficient_stock', 'invalid', 'locked'],
    takesBundles: true,
  },
  purchase_order: {
    key: 'purchase_order_id',
    linesOf: (_, lines) => ({ item: lines.map((line) => ({ ...line, cost: 3 })) }),
    head: (desk) => ({ location_id: place(desk) }),
    // Its receipts may have brought more.
    mayBe: ['in_use'],
  },
} as const satisfies Readonly<Record<string, DocumentActions>>;
type DocumentKind = keyof typeof DOCUMENTS;

export const documentKinds: readonly DocumentKind[] = [
  'addition',
  'deduction',
  'transfer',
  'reservation',
  'purchase_order',
];

/** Adds a document with one to three lines. */
export const addDocument = (desk: Desk, kind: DocumentKind, keep: Keep<ExpectedRecord>): Write =>
  added(desk, kind, drawLines(desk, { kind }), {}, keep);

/** Books the receipt of some of a purchase order's lines. */
export function receive(
  desk: Desk,
  ordered: ExpectedRecord,
  keep: Keep<ExpectedRecord>,
  keepOrdered: Keep<ExpectedRecord>,
): Write {
  const lines = ordered.lines.slice(0, desk.random.between(1, ordered.lines.length));
  const write = added(desk, 'addition', lines, { purchase_order_id: ordered.id }, keep);
  const done = (answer: object) => {
    write.done(answer);
    keepOrdered(ordered);
  };
  return { ...write, done, refused: () => keepOrdered(ordered) };
}

/** Holds pieces until a time that comes in the run. */
export function reserveForAWhile(desk: Desk, keep: Keep<ExpectedRecord>): Write {
  const date_expire = new Date(Date.now() + desk.random.between(1, 15) * 1_000).toISOString();
  return added(desk, 'reservation', drawLines(desk, { kind: 'reservation' }), { date_expire }, keep);
}

/** Holds pieces of an order for it. */
export function reserveFor(
  desk: Desk,
  order: ExpectedOrder,
  keep: Keep<ExpectedRecord>,
  keepOrder: Keep<ExpectedOrder>,
): Write {
  const lines = [...new Map(order.lines.map((line) => [line.item_id, line])).values()];
  const write = added(desk, 'reservation', lines, { order_id: order.order_id }, keep);
  const done = (answer: object) => {
    write.done(answer);
    keepOrder(order);
  };
  return { ...write, done, refused: () => keepOrder(order) };
}

export function editDocument(desk: Desk, record: ExpectedRecord, keep: Keep<ExpectedRecord>): Write {
  const { path, key, linesOf, mayBe } = actionsOf(record);
  const [token, lines] = [desk.token(), drawLines(desk, record)];
  const body = { [key]: record.id, comment: token, ...linesOf(desk, lines) };
  const made = { service: 'inventory', path: `${path}/edit`, body, mayBe } as const;
  return changeRecord(
    desk,
    made,
    () => keep(record),
    () => Object.assign(record, { token, lines }),
  );
}

export function deleteDocument(desk: Desk, record: ExpectedRecord, keep: Keep<ExpectedRecord>): Write {
  const { path, key, mayBe } = actionsOf(record);
  const made = { service: 'inventory', path: `${path}/delete`, body: { [key]: record.id }, mayBe } as const;
  return writeOf(desk, made, { done: () => (record.deleted = true), refused: () => keep(record) });
}

/** One to three lines of items, in some documents one of a bundle with them. */
function drawLines(desk: Desk, record: Pick<ExpectedRecord, 'kind'>): ExpectedLine[] {
  const lines = drawDistinctLines(desk);
  const hasBundle = actionsOf(record).takesBundles && desk.random.chance(0.3);
  return hasBundle ? [...lines.slice(0, 2), ...drawBundleLine(desk)] : lines;
}

function added(
  desk: Desk,
  kind: DocumentKind,
  lines: readonly ExpectedLine[],
  fields: object,
  keep: Keep<ExpectedRecord>,
): Write {
  const { path, key, linesOf, head, mayBe } = actionsOf({ kind });
  const token = desk.token();
  const body = { ...head?.(desk), ...fields, comment: token, ...linesOf(desk, lines) };
  return addRecord(desk, { service: 'inventory', path: `${path}/add`, body, mayBe }, { kind, key, token, lines }, keep);
}

function actionsOf({ kind }: Pick<ExpectedRecord, 'kind'>): DocumentActions & { readonly path: string } {
  const actions = documents.get(kind);
  if (!actions) throw new Error(`${kind} is no document of inventory.`);
  return { ...actions, path: `inventory/${kind}` };
}
const documents = new Map<string, DocumentActions>(Object.entries(DOCUMENTS));
