import { StartFault } from '@stockbook/process/faults';
import type { SourceRecord } from '../mapping/records.js';
import { isTree, listIn, type Tree } from '../mapping/tree.js';
import { type Resource, resourceAt } from '../resources.js';

/** A negative quantity is pieces that a customer gave back, or pieces that were not there. */
export const negatives = ['return', 'correction'] as const;
export type Negative = (typeof negatives)[number];

/** A record of a file, or the part of one that belongs to another resource. */
export interface Piece extends SourceRecord {
  readonly resource: Resource;
  /** Names it in the journal. */
  readonly name: string;
}

export interface NegativeTerms {
  readonly negative?: Negative | undefined;
  /** The name of the location of corrections. */
  readonly location?: string | undefined;
}

const CREDITED = [
  ...['firstname', 'lastname', 'company', 'email', 'telephone', 'telephone_2', 'currency', 'currency_value'],
  ...['payment_method', 'comment', 'location_id'],
];
const LINE = ['name', 'model', 'sku', 'price', 'item_id'];

/** Returns the record as it is, or apart from the lines with negative quantities. */
export function piecesOf(record: SourceRecord, resource: Resource, terms: NegativeTerms): readonly Piece[] {
  const name = String(record.line);
  const whole: Piece = { ...record, resource, name };
  const list = resource.lines ?? '';
  const lines = listIn(record.tree[list]).filter(isTree);
  const returned = lines.filter(isNegative).map((line) => ({ ...line, quantity: String(line['quantity']).slice(1) }));
  if (!returned.length || resource.path === 'inventory/stock_take_job') return [whole];
  const { negative, location } = terms;
  if (!negative) throw new StartFault(`Line ${name} has a negative quantity: say by --negative what it means.`);
  if (resource.path === 'sale/credit_note' && negative === 'return')
    return [
      { ...whole, tree: { ...record.tree, [list]: [...lines.filter((line) => !isNegative(line)), ...returned] } },
    ];
  if (resource.path !== 'sale/order' && negative === 'return')
    throw new StartFault(`Line ${name} has a negative quantity, which no ${resource.path} can return.`);
  const rest = lines.filter((line) => !isNegative(line));
  const other = negative === 'return' ? creditNote(record.tree, returned) : deduction(record.tree, returned, location);
  const path = negative === 'return' ? 'sale/credit_note' : 'inventory/deduction';
  const piece = { ...record, tree: other, resource: resourceAt(path)!, name: `${name}:${negative}` };
  return rest.length ? [{ ...whole, tree: { ...record.tree, [list]: rest } }, piece] : [piece];
}

const isNegative = (line: Tree): boolean => /^-\d/.test(String(line['quantity'] ?? ''));

function creditNote(tree: Tree, lines: readonly Tree[]): Tree {
  const isKept = (name: string) => CREDITED.includes(name) || name.startsWith('customer_id');
  return {
    comment: tree['imported_order_id'] ?? '',
    ...Object.fromEntries(Object.entries(tree).filter(([name]) => isKept(name))),
    ...dated(tree),
    restock: '1',
    products: lines.map(pick),
  };
}

const pick = (line: Tree): Tree =>
  Object.fromEntries(
    Object.entries(line).filter(([name]) => name === 'quantity' || LINE.includes(name.split('.')[0]!)),
  );

function deduction(tree: Tree, lines: readonly Tree[], location: string | undefined): Tree {
  const comment = tree['imported_order_id'] ?? tree['comment'] ?? '';
  const deducted = lines.map((line) => {
    const place = Object.entries(line).filter(([name]) => /^(location_id|item_id)\b/.test(name));
    const named = line['model']
      ? { 'item_id.model': line['model'] }
      : line['sku']
        ? { 'item_id.sku': line['sku'] }
        : {};
    const at = location === undefined ? {} : { 'location_id.name': location };
    const name = line['name'] ?? '';
    return { name, quantity: line['quantity'], ...at, ...named, ...Object.fromEntries(place) };
  });
  return { comment, ...dated(tree), deduction: deducted };
}

const dated = ({ date_ordered, date_added = date_ordered }: Tree): Tree =>
  date_added === undefined ? {} : { date_added };
