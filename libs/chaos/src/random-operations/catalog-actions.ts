import type { ItemStockEdited } from '@stockbook/contracts';
import type { Action, Actions } from '../load/action.js';
import { drawPlace } from '../load/actions/lines.js';
import { levelAt } from '../load/actions/stock.js';
import { answeredId, type Desk } from '../load/desk.js';
import type { KnownItem } from '../load/model.js';
import type { Timeline } from '../load/timeline.js';

/** The shop has so few pieces that orders wait for stock. */
const MOST_PIECES = 15;

const isGranted = async (desk: Desk, ...write: Parameters<Desk['write']>): Promise<boolean> =>
  (await desk.send(desk.write(...write))) === 'acknowledged';

const editStock: Action = async (desk) => {
  const { model, random } = desk;
  const drawn = random.shuffled(model.items.filter(({ living }) => living.last)).slice(0, random.between(1, 3));
  const isCompared = random.chance(0.5);
  const items = await Promise.all(
    drawn.map(async ({ item_id }) => {
      const location_id = drawPlace(desk);
      const seen = isCompared ? await levelAt(desk, item_id, location_id) : undefined;
      return {
        ...{ item_id, location_id, quantity: random.between(0, MOST_PIECES), cost: random.between(200, 500) / 100 },
        compare_quantity: isCompared ? (seen?.quantity ?? 0) : undefined,
      };
    }),
  );
  const item_ids = drawn.map(({ item_id }) => item_id);
  return desk.write(
    'inventory/item/editStock',
    { items },
    {
      mayBe: (span) => [
        ...(isCompared ? (['stale'] as const) : []),
        ...(model.presence(item_ids, span).mayBeGone ? (['unknown_reference'] as const) : []),
      ],
      done: (answer) => {
        const { results } = answer as ItemStockEdited;
        for (const { index, quantity, changed } of results) {
          const { item_id = 0, location_id = 0, compare_quantity: seen } = items[index] ?? {};
          const difference = seen === undefined ? undefined : quantity - seen;
          if (changed) model.quantities.push({ item_id, location_id, quantity, difference });
        }
      },
    },
  );
};

const addItem: Action = (desk) => {
  const { account, model, random } = desk;
  const name = `Item ${desk.token()}`;
  const locations = account.location_ids.map((location_id) => ({
    location_id,
    quantity: random.between(0, MOST_PIECES),
  }));
  const item = { name, model: name, price: 10, cost: 2.5, locations };
  const done = (answer: object) => model.addItem(answeredId(answer, 'item_id'), name);
  return desk.write('inventory/item/add', item, { done });
};

const editItem: Action = (desk) => {
  const { model, random } = desk;
  const item = desk.take(model.items.filter(({ living }) => living.last));
  if (!item) return undefined;
  const [name, location_id] = [`Item ${desk.token()}`, drawPlace(desk)];
  const locations = random.chance(0.3) ? [{ location_id, quantity: random.between(0, MOST_PIECES) }] : undefined;
  const done = () => (item.name = name);
  return desk.write('inventory/item/edit', { item_id: item.item_id, name, locations }, { done });
};

/** Deletes one or two of the items that come and go, unless an order waits for one; their stock stays. */
const deleteItems: Action = (desk) =>
  desk.holding(desk.model.passingItems, desk.random.between(1, 2), async (...items: KnownItem[]) => {
    const answered = items.map(({ living }) => living.change(false));
    const batch_id = items.map(({ item_id }) => item_id);
    const isDone = await isGranted(desk, 'inventory/item/delete', { batch_id }, { mayBe: ['in_use'] });
    for (const settle of answered) settle();
    if (!isDone) for (const { living } of items) living.change(true)();
    return isDone;
  });

/** Adds a location, puts stock there, and deletes the location, which is refused until it is empty. */
const passLocation: Action = async (desk) => {
  const { account, model, random } = desk;
  let location_id = 0;
  const added = (answer: object) => (location_id = answeredId(answer, 'location_id'));
  if (!(await isGranted(desk, 'inventory/location/add', { name: desk.token() }, { done: added }))) return false;
  const place = { item_id: random.pick(account.goods.all), location_id };
  const setTo = (quantity: number) => {
    const done = () => model.quantities.push({ ...place, quantity });
    return isGranted(desk, 'inventory/item/editStock', { items: [{ ...place, quantity }] }, { done });
  };
  await setTo(random.between(1, 9));
  await isGranted(desk, 'inventory/location/delete', { location_id }, { mustBe: 'in_use' });
  await setTo(0);
  const deleted = () => model.deletedLocations.push(location_id);
  return isGranted(desk, 'inventory/location/delete', { location_id }, { done: deleted });
};

export const verifyFlow: Action = async ({ account, api, journal }) => {
  const verified = await api.inventory.flow.verify({});
  if (verified.error) return false;
  const faults = verified.faults.map((fault) => JSON.stringify(fault));
  journal.wrong.push(...faults.map((fault) => `flow/verify of account ${account.account_id}: ${fault}`));
  return true;
};

/** Switches whether a status deducts. Its orders stay as they are until their next change of status or lines. */
const toggleDeduct: Action = (desk) => {
  const { account, model } = desk;
  const [, order_status_id = 0] = account.deducting_ids;
  const timeline = model.deducts.get(order_status_id);
  if (!timeline) throw new Error(`Account ${account.account_id} has no second status that deducts.`);
  return desk.holding<Timeline<boolean>>([timeline], 1, async () => {
    const deduct = !timeline.last;
    const answered = timeline.change(deduct);
    const isDone = await isGranted(desk, 'setting/order_status/edit', { order_status_id, deduct });
    answered();
    return isDone;
  });
};

const togglePolicy: Action = (desk) =>
  desk.account.allow_negative_stock ? allowNegativeStock(desk, desk.random.chance(0.5)) : undefined;

export const allowNegativeStock = (desk: Desk, allow_negative_stock: boolean) =>
  desk.write('setting/company/edit', { allow_negative_stock });

/** Changes of records that other requests rely on, which need to know when each was answered. */
export const catalogActions: Actions = {
  'set quantities of items': [130, editStock],
  'add an item': [20, addItem],
  'edit an item': [30, editItem],
  'delete items': [20, deleteItems],
  'add and delete a location': [20, passLocation],
  'verify the flow': [10, verifyFlow],
  'let a status deduct, or no longer': [20, toggleDeduct],
  'allow negative stock, or no longer': [20, togglePolicy],
};
