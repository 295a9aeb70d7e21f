import type { PurchaseOrder, Stockbook } from '@stockbook/client';
import { findRequest, lineItemOf, matchesOf } from './find-items.js';
import type { Line, LineItem, Place } from './line.js';
import { asOrdered } from './order-cost.js';

/** The items for the text of a line. Only an exact match is taken unasked. */
export interface FoundItems {
  readonly items: readonly LineItem[];
  readonly isExact: boolean;
}

interface Found {
  readonly matches?: FoundItems;
  readonly changes?: Partial<Line>;
  readonly plan?: Line['plan'];
}

/** The user whose lines are read for. Another one may have signed in meanwhile. */
interface Reader {
  readonly api: Stockbook;
  readonly viewsCost: boolean;
}

/** Returns what must be known before the next step of a line: its item, or what its stock take holds. */
export async function readForLine(line: Line, lines: readonly Line[], reader: Reader): Promise<Found> {
  if (!line.item) return { matches: await findItems(line, reader) };
  const document_id = line.document_id ?? line.place.job_id ?? jobOf(lines, line);
  if (!document_id) return { plan: { item_ids: [] } };
  const { stock_take_jobs } = await reader.api.inventory.stock_take_job.get({ item_stock_take_job_id: document_id });
  const { items = [], revision } = stock_take_jobs[0] ?? {};
  const item_ids = items.map(({ item_id }) => item_id);
  const is_planned = item_ids.includes(line.item.item_id);
  return { changes: { document_id, is_planned }, plan: { item_ids, revision } };
}

async function findItems({ text, place, mode }: Line, { api, viewsCost }: Reader): Promise<FoundItems> {
  const [answer, order] = await Promise.all([
    api.inventory.item.get(findRequest(text, viewsCost)),
    mode === 'receive' ? findOrder(place, api) : undefined,
  ]);
  const { items, isExact } = matchesOf(text, answer.items);
  return { items: items.map((item) => asOrdered(lineItemOf(item, place.location_id), order)), isExact };
}

const findOrder = async ({ purchase_order_id }: Place, { inventory }: Stockbook): Promise<PurchaseOrder | undefined> =>
  purchase_order_id ? (await inventory.purchase_order.get({ purchase_order_id })).purchase_orders[0] : undefined;

/** Returns the stock take that other lines of the same place count in. */
const jobOf = (lines: readonly Line[], { id, mode, place: { location_id } }: Line): number | undefined =>
  lines.find(
    (other) =>
      other.id !== id &&
      other.mode === mode &&
      other.document_id !== undefined &&
      other.place.location_id === location_id &&
      !other.place.job_id &&
      !other.is_closed &&
      !other.is_undone,
  )?.document_id;
