import type { Line, LineItem, Mode, Step } from './line.js';

/** Something must be read before the next step is known. */
export const READ = 'read';
type Next = Step | typeof READ | undefined;

/** Returns the next step of a line; undefined if the stock is what the line says. */
export const nextStep = (line: Line): Next => (line.item ? NEXT[line.mode](line, line.item) : READ);

const NEXT: Readonly<Record<Mode, (line: Line, item: LineItem) => Next>> = {
  receive: (line, { item_id, currency_value }) => {
    const { place, cost, wanted: quantity = 0, allows_more } = line;
    const { location_id, purchase_order_id, currency, comment } = place;
    // A line that an older console has kept may hold another text, which the API refuses.
    const given = Number.isNaN(Number(cost)) ? cost : Number(cost);
    const addition = [{ item_id, location_id, quantity, ...(given !== undefined && { cost: given }) }];
    const lines = { addition, ...(allows_more && { allow_over_receipt: true }) };
    return documentStep(line, 'inventory/addition', 'item_addition_id', lines, {
      purchase_order_id,
      currency,
      currency_value,
      comment,
    });
  },
  transfer: (line, { item_id }) => {
    const { location_id: from_location_id, to_location_id, comment } = line.place;
    const transfer = [{ item_id, from_location_id, to_location_id, quantity: line.wanted ?? 0 }];
    return documentStep(line, 'inventory/transfer', 'item_transfer_id', { transfer }, { comment });
  },
  adjust: ({ place: { location_id }, wanted, seen, before, booked, is_undone }, { item_id }) => {
    const quantity = is_undone ? (booked ? before : seen) : (wanted ?? seen);
    if (quantity === undefined || quantity === seen) return undefined;
    const items = [{ item_id, location_id, quantity, compare_quantity: seen }];
    const granted = { seen: quantity, booked: is_undone ? undefined : { quantity } };
    return { path: 'inventory/item/editStock', body: { items }, granted };
  },
  count: (line, { item_id }) => {
    if (line.is_undone) return line.is_planned && line.has_planned ? planStep(line, item_id) : undefined;
    const { document_id, wanted: quantity = 0, booked } = line;
    if (!document_id || !line.is_planned) return planStep(line, item_id);
    if (booked?.quantity === quantity) return undefined;
    const body = { item_stock_take_job_id: document_id, items: [{ item_id, quantity }] };
    return { path: 'inventory/stock_take_job/count', body, granted: { booked: { quantity } } };
  },
};

/** A line is a document of its own, so that it is refused, changed and undone without the others. */
function documentStep(line: Line, resource: string, id: string, lines: object, head: object): Step | undefined {
  const { document_id, booked, wanted: quantity = 0, cost, is_undone } = line;
  const key = { [id]: document_id };
  if (is_undone) return booked && { path: `${resource}/delete`, body: key, granted: { booked: undefined } };
  // What is allowed once is asked for again when more comes.
  const granted = { booked: { quantity, cost }, allows_more: undefined };
  if (!booked) return { path: `${resource}/add`, body: { ...head, ...lines }, granted };
  if (booked.quantity === quantity && booked.cost === cost) return undefined;
  return { path: `${resource}/edit`, body: { ...key, ...lines }, granted };
}

/** Adds the item to the stock take, or takes it out again. A stock take without items is cancelled. */
function planStep({ document_id, plan, place, is_undone }: Line, item_id: number): Next {
  if (!plan) return READ;
  const others = plan.item_ids.filter((id) => id !== item_id);
  const items = (is_undone ? others : [...others, item_id]).map((item_id) => ({ item_id }));
  const granted = is_undone ? { is_planned: false, booked: undefined } : { is_planned: true, has_planned: true };
  if (!document_id) {
    const { location_id, comment } = place;
    return { path: 'inventory/stock_take_job/add', body: { location_id, comment, items }, granted };
  }
  const key = { item_stock_take_job_id: document_id, if_revision: plan.revision };
  return items.length
    ? { path: 'inventory/stock_take_job/edit', body: { ...key, items }, granted }
    : { path: 'inventory/stock_take_job/cancel', body: key, granted };
}
