import { type Fault, noReference, type OrderProductEdit } from '@stockbook/contracts';
import type { KeptLine, LineRecord, PlacedLine } from '../record/order-records.js';

/** Only the difference moves stock. The ids decide, then item and position, then the item. */
export function matchLines(
  placed: readonly PlacedLine[],
  products: readonly OrderProductEdit[],
  stored: readonly LineRecord[],
  faults: Fault[],
  isPending: (line: LineRecord) => boolean = () => false,
): KeptLine[] {
  const kept = new Map<PlacedLine, LineRecord>();
  const taken = new Set<LineRecord>();
  const keep = (line: PlacedLine, fits: (old: LineRecord) => boolean) => {
    const old = kept.has(line)
      ? undefined
      : stored.find((each) => !taken.has(each) && sameItem(line, each) && fits(each));
    if (!old) return;
    kept.set(line, old);
    taken.add(old);
  };
  const givenLineId = ({ position }: PlacedLine) => products[position]?.order_product_id;
  faults.push(...idFaults(products, stored));
  for (const line of placed) if (givenLineId(line)) keep(line, (old) => old.order_product_id === givenLineId(line));
  const others = placed.filter((line) => !givenLineId(line));
  for (const line of others) keep(line, (old) => isImported(line) && hasSameImport(line, old));
  for (const line of others) keep(line, (old) => old.position === line.position && mayBeSameImport(line, old));
  for (const line of others) keep(line, (old) => mayBeSameImport(line, old));
  return placed.map((line) => {
    const old = kept.get(line);
    const components = old && !isPending(old) ? old.components : line.components;
    return { ...merged(line, products[line.position], old), components };
  });
}

function idFaults(products: readonly OrderProductEdit[], stored: readonly LineRecord[]): Fault[] {
  const known = new Set(stored.map(({ order_product_id }) => order_product_id));
  const seen = new Set<number>();
  return products.flatMap(({ order_product_id: id }, i) => {
    if (!id) return [];
    const field = `products[${i}].order_product_id`;
    if (!known.has(id)) return [noReference(field, 'order product', id)];
    if (seen.has(id)) return [{ code: 'invalid', field, message: `${field} must be unique; ${id} is there already.` }];
    seen.add(id);
    return [];
  });
}

const sameItem = (line: PlacedLine, old: LineRecord): boolean =>
  line.item_id === old.item_id && (line.item_id > 0 || line.name === old.name);

type Imported = Pick<PlacedLine, 'imported_order_product_id'>;
const isImported = ({ imported_order_product_id }: Imported): boolean => imported_order_product_id !== '';
const hasSameImport = (one: Imported, other: Imported): boolean =>
  one.imported_order_product_id === other.imported_order_product_id;
/** A line of one id of the channel is never that of another. */
const mayBeSameImport = (line: Imported, old: Imported): boolean =>
  !isImported(line) || !isImported(old) || hasSameImport(line, old);

/** A kept line keeps its item's image, weight and cost at the time of the order, and the stock that it has taken. */
function merged(line: PlacedLine, product: OrderProductEdit | undefined, old: LineRecord | undefined): KeptLine {
  if (!old) return { ...line, order_product_id: 0 };
  const { order_product_id, imported_order_product_id, discount_platform, cost_taken, taken, short, stock_sequence } =
    old;
  return {
    ...line,
    order_product_id,
    imported_order_product_id: line.imported_order_product_id || imported_order_product_id,
    discount_platform,
    thumb: old.thumb || line.thumb,
    weight: old.weight || line.weight,
    taken,
    short,
    stock_sequence,
    cost: product?.cost ?? old.cost,
    cost_taken,
  };
}
