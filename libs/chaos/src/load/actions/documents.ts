import type { FaultCode } from '@stockbook/contracts';
import type { Desk } from '../desk.js';
import type { ExpectedLine, ExpectedOrder, ExpectedRecord, Write } from '../journal.js';
import { drawBundleLine, drawDistinctLines } from './lines.js';

const MOST_DOCUMENTS = 20;

const documentKinds = ['addition', 'deduction', 'transfer', 'reservation', 'purchase_order'] as const;
type DocumentKind = (typeof documentKinds)[number];

interface DocumentActions {
  /** The lines of a request and the fields that its lines need. */
  readonly linesOf: (desk: Desk, lines: readonly ExpectedLine[]) => object;
  /** Whether the document is at one location, which a new one names. */
  readonly isPlaced?: boolean;
  readonly mayBe: readonly FaultCode[];
  readonly takesBundles?: boolean;
}

const drawPlace = ({ account, random }: Desk) => ({ location_id: random.pick(account.location_ids) });

const DOCUMENTS: Readonly<Record<DocumentKind, DocumentActions>> = {
  addition: {
    linesOf: (desk, lines) => ({
      addition: lines.map((line) => ({ ...line, ...drawPlace(desk), cost: desk.random.between(1, 9) })),
    }),
    mayBe: ['insufficient_stock', 'invalid'],
  },
  deduction: {
    linesOf: (desk, lines) => ({
      deduction: lines.map((line) => ({ ...line, ...drawPlace(desk), name: '', cost: 2 })),
    }),
    mayBe: ['insufficient_stock'],
    takesBundles: true,
  },
  transfer: {
    linesOf: (desk, lines) => ({
      transfer: lines.map((line) => {
        const [from_location_id, to_location_id] = desk.random.shuffled(desk.account.location_ids);
        return { ...line, from_location_id, to_location_id };
      }),
    }),
    mayBe: ['insufficient_stock'],
  },
  reservation: {
    linesOf: (_, lines) => ({ reservation: lines }),
    isPlaced: true,
    // Its order may have taken pieces, or be deleted.
    mayBe: ['insufficient_stock', 'invalid', 'locked'],
    takesBundles: true,
  },
  purchase_order: {
    linesOf: (_, lines) => ({ item: lines.map((line) => ({ ...line, cost: 3 })) }),
    isPlaced: true,
    // Its receipts may have brought more.
    mayBe: ['in_use'],
  },
};

export function document(desk: Desk): Write {
  const { random } = desk;
  const documents = desk.openRecords(...documentKinds);
  const known = documents.length > MOST_DOCUMENTS || random.chance(0.55) ? desk.take(documents) : undefined;
  if (known) return change(desk, known);
  const roll = random.next();
  const order = roll < 0.15 ? desk.take(desk.openOrders) : undefined;
  if (order) return reserveFor(desk, order);
  if (roll < 0.35) return reserveForAWhile(desk);
  const kind = random.pick(documentKinds);
  return addDocument(desk, kind, drawDocumentLines(desk, kind));
}

function change(desk: Desk, record: ExpectedRecord<DocumentKind>): Write {
  const { random } = desk;
  const { linesOf, mayBe } = DOCUMENTS[record.kind];
  if (record.kind === 'purchase_order' && random.chance(0.5)) return receive(desk, record);
  if (random.chance(0.3)) return desk.deleteRecord(record, mayBe);
  const lines = drawDocumentLines(desk, record.kind);
  return desk.editRecord(record, linesOf(desk, lines), { lines }, mayBe);
}

function receive(desk: Desk, { id, lines }: ExpectedRecord): Write {
  const received = lines.slice(0, desk.random.between(1, lines.length));
  return addDocument(desk, 'addition', received, { purchase_order_id: id });
}

/** Holds pieces until a time that comes in the run. */
function reserveForAWhile(desk: Desk): Write {
  const date_expire = new Date(Date.now() + desk.random.between(1, 15) * 1_000).toISOString();
  return addDocument(desk, 'reservation', drawDocumentLines(desk, 'reservation'), { date_expire }, true);
}

function reserveFor(desk: Desk, { order_id, lines }: ExpectedOrder): Write {
  const distinct = [...new Map(lines.map((line) => [line.item_id, line])).values()];
  return addDocument(desk, 'reservation', distinct, { order_id });
}

function addDocument(
  desk: Desk,
  kind: DocumentKind,
  lines: readonly ExpectedLine[],
  fields = {},
  expires = false,
): Write {
  const { linesOf, isPlaced, mayBe } = DOCUMENTS[kind];
  const head = { ...(isPlaced && drawPlace(desk)), ...fields };
  return desk.addRecord(kind, { ...head, ...linesOf(desk, lines) }, { lines, expires }, mayBe);
}

/** One to three lines of items, in some documents one of a bundle with them. */
function drawDocumentLines(desk: Desk, kind: DocumentKind): ExpectedLine[] {
  const lines = drawDistinctLines(desk);
  const hasBundle = DOCUMENTS[kind].takesBundles && desk.random.chance(0.3);
  return hasBundle ? [...lines.slice(0, 2), ...drawBundleLine(desk)] : lines;
}
