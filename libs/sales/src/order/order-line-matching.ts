import { type Fault, noReference, type OrderProductEdit } from '@stockbook/contracts';
import type { PlacedLine } from './order-lines.js';
import type { LineRecord } from './order-statements.js';

/** A line of an edited order; `order_product_id` 0 is a new one. */
export type KeptLine = PlacedLine & { order_product_id: number };

/**
 * Gives the lines of an edit the ids of the stored lines that they replace, so that only the difference moves stock: by
 * `order_product_id` where it is given, else the line of the same item in the same place, else of the same item anywhere. A line
 * whose item is another one is a new line.
 */
export function matchLines(
  placed: readonly PlacedLine[],
  products: readonly OrderProductEdit[],
  stored: readonly LineRecord[],
  faults: Fault[],
): KeptLine[] {
  const free = new Set(stored);
  const kept = new Map<PlacedLine, LineRecord>();
  const keep = (line: PlacedLine, old: LineRecord | undefined) => {
    if (!old || kept.has(line)) return;
    free.delete(old);
    kept.set(line, old);
  };
  const named = (line: PlacedLine) => products[line.position]?.order_product_id;
  const seen = new Set<number>();
  for (const line of placed) {
    const id = named(line);
    if (!id) continue;
    const old = stored.find(({ order_product_id }) => order_product_id === id);
    const field = `products[${line.position}].order_product_id`;
    if (!old) faults.push(noReference(field, 'order product', id));
    if (seen.has(id))
      faults.push({ code: 'invalid', field, message: `${field} must be unique; ${id} is there already.` });
    seen.add(id);
    if (old && sameItem(line, old)) keep(line, old);
  }
  const unnamed = placed.filter((line) => !named(line));
  const candidates = [...free].filter((old) => !seen.has(old.order_product_id));
  const ofPlace = ({ position }: PlacedLine) => candidates.find((old) => old.position === position);
  for (const line of unnamed) {
    const old = ofPlace(line);
    if (old && sameItem(line, old)) keep(line, old);
  }
  for (const line of unnamed)
    keep(
      line,
      candidates.find((old) => free.has(old) && sameItem(line, old)),
    );
  return placed.map((line) => merged(line, kept.get(line)));
}

const sameItem = (line: PlacedLine, old: LineRecord): boolean =>
  line.item_id === old.item_id && (line.item_id > 0 || line.name === old.name);

/** A kept line keeps what the item looked like at the time of the order, and what the stock has given. */
function merged(line: PlacedLine, old: LineRecord | undefined): KeptLine {
  if (!old) return { ...line, order_product_id: 0 };
  const { order_product_id, imported_order_product_id, discount_platform, thumb, weight, taken, stock_sequence } = old;
  return {
    ...line,
    order_product_id,
    imported_order_product_id,
    discount_platform,
    thumb,
    weight,
    taken,
    stock_sequence,
    cost: line.cost ?? old.cost,
    cost_given: line.cost_given || old.cost_given,
  };
}
