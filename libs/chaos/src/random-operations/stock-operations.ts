import { ask, type Desk, read, show } from './desk.js';
import type { KnownItem } from './model.js';

interface Place {
  readonly item_id: number;
  readonly location_id: number;
}

/** So few that orders wait for stock. */
const MOST_PIECES = 15;
const MOST_BUNDLES = 3;

/** Sets the quantities of up to three items at some location, half of the time only if they are still as they were read. */
export async function editStock(desk: Desk): Promise<void> {
  const { api, model, random } = desk;
  const drawn = random
    .shuffled(model.items.filter(({ bundle, living }) => living.last && !bundle))
    .slice(0, random.between(1, 3));
  const isCompared = random.chance(0.5);
  const items = await Promise.all(
    drawn.map(async ({ item_id }) => {
      const place = { item_id, location_id: random.pick(model.account.location_ids) };
      const seen = isCompared ? await levelAt(desk, place) : undefined;
      return {
        ...place,
        quantity: random.between(0, MOST_PIECES),
        cost: random.between(1, 500) / 100,
        compare_quantity: seen,
      };
    }),
  );
  const item_ids = drawn.map(({ item_id }) => item_id);
  const { reply } = await ask(desk, api.inventory.item.editStock, { items }, ({ sent, answered }) => {
    const { mayBeGone } = model.presence(item_ids, sent, answered);
    return [...(isCompared ? (['stale'] as const) : []), ...(mayBeGone ? (['unknown_reference'] as const) : [])];
  });
  if (reply.error) return;
  for (const { index, quantity, changed } of reply.results) {
    const line = items[index];
    if (line && changed) model.quantities.push({ item_id: line.item_id, location_id: line.location_id, quantity });
  }
}

export async function addItem(desk: Desk): Promise<void> {
  const { api, model, random, token } = desk;
  const name = `Item ${token()}`;
  const locations = model.account.location_ids.map((location_id) => ({
    location_id,
    quantity: random.between(0, MOST_PIECES),
  }));
  const item = { name, model: name, price: 10, cost: 2.5, locations };
  const { reply } = await ask(desk, api.inventory.item.add, item);
  if (!reply.error) model.addItem(reply.item_id, name);
}

/** Adds a bundle of items that stay, or gives one that is there other components. */
export async function composeBundle(desk: Desk): Promise<void> {
  const { api, model, random, token } = desk;
  const components = random.shuffled(model.account.goods.all).slice(0, random.between(1, 3));
  const item_bundles = components.map((bundle_item_id) => ({ bundle_item_id, quantity: random.between(1, 3) }));
  if (model.bundles.length < MOST_BUNDLES) {
    const name = `Set ${token()}`;
    const { reply } = await ask(desk, api.inventory.item.add, { name, item_bundles });
    if (!reply.error) model.addItem(reply.item_id, name, true);
    return;
  }
  await model.holding(random, model.bundles, 1, async ({ item_id }) => {
    await ask(desk, api.inventory.item.edit, { item_id, item_bundles });
  });
}

/** Renames an item; now and then it sets a quantity with that. */
export function editItem(desk: Desk): Promise<void> {
  const { api, model, random, token } = desk;
  const living = model.items.filter((item) => item.living.last);
  return model.holding(random, living, 1, async (item) => {
    const [name, location_id] = [`Item ${token()}`, random.pick(model.account.location_ids)];
    const locations =
      random.chance(0.3) && !item.bundle ? [{ location_id, quantity: random.between(0, MOST_PIECES) }] : undefined;
    const { reply } = await ask(desk, api.inventory.item.edit, { item_id: item.item_id, name, locations });
    if (!reply.error) item.name = name;
  });
}

/** Deletes one or two of the items that come and go, unless an order waits for one; their stock and their orders stay. */
export function deleteItems(desk: Desk): Promise<void> {
  const { api, model, random } = desk;
  return model.holding(random, model.passingItems, random.between(1, 2), async (...items: KnownItem[]) => {
    const answered = items.map(({ living }) => living.change(false));
    const batch_id = items.map(({ item_id }) => item_id);
    const { reply } = await ask(desk, api.inventory.item.delete, { batch_id }, ['in_use']);
    for (const settle of answered) settle();
    if (reply.error) for (const { living } of items) living.change(true)();
  });
}

/** Adds a location, puts stock there, and deletes it: only once it is empty. */
export async function passLocation(desk: Desk): Promise<void> {
  const { api, model, random, token } = desk;
  const added = await ask(desk, api.inventory.location.add, { name: token() });
  if (added.reply.error) return;
  const { location_id } = added.reply;
  const place = { item_id: random.pick(model.account.goods.all), location_id };
  const setTo = async (quantity: number) => {
    const { reply } = await ask(desk, api.inventory.item.editStock, { items: [{ ...place, quantity }] });
    if (!reply.error) model.quantities.push({ ...place, quantity });
  };
  await setTo(random.between(1, 9));
  const early = await ask(desk, api.inventory.location.delete, { location_id }, ['in_use']);
  if (!early.reply.error) model.faults.push(`Location ${location_id} was deleted while it held stock.`);
  await setTo(0);
  await ask(desk, api.inventory.location.delete, { location_id });
  model.deletedLocations.push(location_id);
}

/** The account's stock is proved while it moves. */
export async function verifyFlow({ api, model }: Desk): Promise<void> {
  const { faults } = await read(() => api.inventory.flow.verify({}));
  model.faults.push(...faults.map((fault) => `flow/verify of account ${model.account.account_id}: ${show(fault)}`));
}

export async function levelAt({ api }: Desk, { item_id, location_id }: Place): Promise<number> {
  const { items } = await read(() => api.inventory.item.get({ item_id }));
  const levels = items.flatMap(({ locations }) => locations);
  return levels.find((level) => level.location_id === location_id)?.quantity ?? 0;
}
