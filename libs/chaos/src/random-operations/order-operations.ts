import type { FaultCode, Reply } from '@stockbook/contracts';
import { drawOrderLines } from '../load/actions/lines.js';
import { orderBody } from '../load/actions/orders.js';
import type { ExpectedLine } from '../load/journal.js';
import { type Asked, ask, type Desk, read, show, type Span } from './desk.js';
import type { KnownOrder } from './model.js';
import type { Timeline } from './timeline.js';

/** Places an order of one to five lines: few items, one twice, the same two in either order, free text. */
export async function placeOrder(desk: Desk): Promise<void> {
  const { api, model, random, token } = desk;
  const [lines, order_status_id, shipping_tracking] = [drawLines(desk), drawStatus(desk), token()];
  const body = orderBody(model.account, random.between(0, 1), { token: shipping_tracking, lines, order_status_id });
  const email = random.chance(0.3) ? random.pick(model.emails) : '';
  const asked = await askForLines(desk, api.sale.order.add, { ...body, email }, lines);
  if (asked.reply.error) return;
  const { account_id } = model.account;
  const { order_id } = asked.reply.order;
  const known = { account_id, order_id, token: shipping_tracking, version: 1, deleted: false, isCredited: false };
  model.orders.push({
    ...known,
    order_status_id,
    deducts: deductsOf(desk, order_status_id, asked),
    lines,
    comments: [],
  });
}

/** Changes lines, status, or both at once by one client each; or deletes the order beside one of these. */
export function changeOrder(desk: Desk): Promise<void> {
  const { model, random } = desk;
  return model.holding(random, model.livingOrders, 1, async (order) => {
    if (random.chance(0.7)) {
      const change = random.pick([editLines, addHistory, editStatus]);
      return noteChanges(desk, order, [await change(desk, order, false)]);
    }
    const isDeleted = random.chance(0.3);
    const others = random.shuffled([editLines, addHistory]).slice(0, isDeleted ? 1 : 2);
    const changing = others.map((change) => change(desk, order, isDeleted));
    const [changes] = await Promise.all([Promise.all(changing), isDeleted && deleteOne(desk, order)]);
    noteChanges(desk, order, changes);
  });
}

/** Deletes several orders by two batches at once that share some: exactly one of the two can be done. */
export function deleteOrders(desk: Desk): Promise<void> {
  const { api, model, random } = desk;
  return model.holding(random, model.livingOrders, 4, async (...held) => {
    const [shared, ...others] = held;
    if (!shared || others.length < 3) return;
    const batches = [[shared, ...others.slice(0, 2)], random.shuffled([shared, ...others.slice(1)])];
    const replies = await Promise.all(
      batches.map(async (orders) => {
        const batch_id = orders.map(({ order_id }) => order_id);
        const { reply } = await ask(desk, api.sale.order.delete, { batch_id }, ['unknown_record']);
        if (!reply.error) orders.forEach(markDeleted);
        return reply;
      }),
    );
    const done = replies.filter(({ error }) => !error).length;
    if (done !== 1) model.faults.push(`Of two batches that share order ${shared.order_id}, ${done} were deleted.`);
  });
}

/** Reads an order: it is as its last change has left it. */
export function readOrder({ api, model, random }: Desk): Promise<void> {
  return model.holding(random, model.orders, 1, async (order) => {
    const { order_id, order_status_id, lines, deleted } = order;
    const { orders } = await read(() => api.sale.order.get({ order_id }));
    const found = orders.map(({ order_status_id, products }) => ({
      order_status_id,
      lines: products.map(({ item_id, quantity }) => ({ item_id, quantity })),
    }));
    const expected = deleted ? [] : [{ order_status_id, lines }];
    if (JSON.stringify(found) !== JSON.stringify(expected))
      model.faults.push(`Order ${order_id} is ${show(found)}, not ${show(expected)}`);
  });
}

/** The order then has the flags that its status had in this time. */
interface Change extends Span {
  readonly order_status_id?: number;
  /** The order gets a new version even if nothing is different. */
  readonly isVersion: boolean;
}

async function editLines(desk: Desk, order: KnownOrder, isRacing: boolean): Promise<Change | undefined> {
  const { order_id } = order;
  const lines = drawLines(desk);
  const isKept = ({ item_id }: ExpectedLine) => order.lines.some((line) => line.item_id === item_id);
  const added = lines.filter((line) => !isKept(line));
  const input = { order_id, products: productsOf(desk, lines) };
  const asked = await askForLines(desk, desk.api.sale.order.edit, input, added, mayBeGone(isRacing));
  if (asked.reply.error) return undefined;
  order.lines = lines;
  return { ...asked, isVersion: true };
}

async function editStatus(desk: Desk, { order_id }: KnownOrder): Promise<Change | undefined> {
  const order_status_id = drawStatus(desk);
  const asked = await ask(desk, desk.api.sale.order.edit, { order_id, order_status_id });
  return asked.reply.error ? undefined : { ...asked, order_status_id, isVersion: true };
}

async function addHistory(desk: Desk, order: KnownOrder, isRacing: boolean): Promise<Change | undefined> {
  const { api, random, token } = desk;
  const [order_status_id, comment] = [random.chance(0.8) ? drawStatus(desk) : 0, token()];
  const input = { order_id: order.order_id, order_status_id, comment };
  const asked = await ask(desk, api.sale.order.addHistory, input, mayBeGone(isRacing));
  if (asked.reply.error) return undefined;
  order.comments.push(comment);
  return order_status_id ? { ...asked, order_status_id, isVersion: false } : undefined;
}

/** Clients made these changes at once. In either sequence the order ends in the status that one of them gave, with its flags. */
function noteChanges(desk: Desk, order: KnownOrder, made: readonly (Change | undefined)[]): void {
  const changes = made.filter((change) => change !== undefined);
  if (!changes.length) return;
  const given = changes.find(({ order_status_id }) => order_status_id)?.order_status_id ?? order.order_status_id;
  const sent = Math.min(...changes.map((change) => change.sent));
  const answered = Math.max(...changes.map((change) => change.answered));
  const deducts = deductsOf(desk, given, { sent, answered });
  const isCertain = deducts !== null && order.deducts !== null;
  for (const { isVersion } of changes) {
    if (isVersion || given !== order.order_status_id) addVersion(order);
    // A comment makes a version only if the order did not have the flags yet; another change may have taken them up before it.
    else if (!isCertain || (deducts !== order.deducts && changes.length > 1)) order.version = null;
    else if (deducts !== order.deducts) addVersion(order);
  }
  order.order_status_id = given;
  order.deducts = deducts;
}

async function deleteOne(desk: Desk, order: KnownOrder): Promise<void> {
  const { reply } = await ask(desk, desk.api.sale.order.delete, { order_id: order.order_id });
  if (!reply.error) markDeleted(order);
}

function addVersion(order: KnownOrder): void {
  if (order.version !== null) order.version++;
}

function markDeleted(order: KnownOrder): void {
  order.deleted = true;
  addVersion(order);
}

/** A change that races a deletion may come too late. */
const mayBeGone = (isRacing: boolean): readonly FaultCode[] => (isRacing ? ['unknown_record'] : []);

/** Asks for a change with new lines: lines of items that are gone for certain are refused, and no others. */
async function askForLines<I extends object, O extends object>(
  desk: Desk,
  write: (input: I) => Promise<Reply<O>>,
  input: I,
  lines: readonly ExpectedLine[],
  mayBe: readonly FaultCode[] = [],
): Promise<Asked<O>> {
  const item_ids = lines.map(({ item_id }) => item_id);
  const presenceIn = ({ sent, answered }: Asked<O>) => desk.model.presence(item_ids, sent, answered);
  const asked = await ask(desk, write, input, (refused) =>
    presenceIn(refused).mayBeGone ? ['unknown_reference', ...mayBe] : mayBe,
  );
  if (!asked.reply.error && !presenceIn(asked).mayBeThere)
    desk.model.faults.push(`${show(input)} has a deleted item: ${item_ids.join()}`);
  return asked;
}

/** Whether the status deducted at that time; null when that changed meanwhile. */
function deductsOf({ model }: Desk, order_status_id: number, { sent, answered }: Span): boolean | null {
  const timeline: Timeline<boolean> | undefined = model.deducts.get(order_status_id);
  const [deducts, ...others] = timeline?.during(sent, answered) ?? [];
  return deducts === undefined || others.length ? null : deducts;
}

const drawStatus = ({ model, random }: Desk): number => random.pick([...model.deducts.keys()]);

function drawLines({ model, random }: Desk): ExpectedLine[] {
  const { goods } = model.account;
  const passing = model.passingItems.map(({ item_id }) => item_id);
  return drawOrderLines(random, goods, 5, () => {
    if (random.chance(0.1)) return 0;
    if (random.chance(0.15) && model.bundles.length) return random.pick(model.bundles).item_id;
    return random.pick(random.chance(0.1) && passing.length ? passing : goods.all);
  });
}

const productsOf = ({ model }: Desk, lines: readonly ExpectedLine[]) =>
  orderBody(model.account, 0, { token: '', lines, order_status_id: 0 }).products;
