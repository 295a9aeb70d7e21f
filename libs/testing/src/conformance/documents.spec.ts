import { ok } from '../world/reply.js';
import { type TestUser, World } from '../world/world.js';
import { DocumentClient } from './document-client.js';
import type { Values } from './plain-record-client.js';
import { documentResources } from './plain-resource.js';

/** These documents announce or ask for stock, and move none. */
const STILL = ['inventory/purchase_order'];
const UNKNOWN_ID = Number.MAX_SAFE_INTEGER;

let world: World;
beforeAll(async () => void (world = await World.shared()));

describe.each(documentResources)('$path', (resource) => {
  const { key, lines, path } = resource;
  const isMoving = !STILL.includes(path);
  let user: TestUser;
  let documents: DocumentClient;
  beforeEach(async () => {
    user = await world.account();
    documents = new DocumentClient(world, user, resource);
  });
  afterEach(async () => {
    await world.settled();
    expect(ok(await user.api.inventory.flow.verify({})).faults).toEqual([]);
  });

  /** Returns the item's quantities by location, and the value of all its pieces. */
  const stock = async () => {
    const { item_id, store_id, depot_id } = await documents.stock();
    const [item] = ok(await user.api.inventory.item.get({ item_id })).items;
    const at = (id: number) => item?.locations.find(({ location_id }) => location_id === id)?.quantity ?? 0;
    return { store: at(store_id), depot: at(depot_id), pool_cost: item?.pool_cost };
  };
  const flows = async (document_id: number) => {
    const all = ok(await user.api.inventory.flow.get({ limit: 100, order: 'ASC' })).flows;
    const name = path.slice(path.indexOf('/') + 1);
    return all.filter((flow) => flow.document === name && flow.document_id === document_id);
  };
  /** Returns the pieces that each movement of a document has moved, whichever way. */
  const moved = async (id: number) => (await flows(id)).map(({ quantity }) => Math.abs(quantity));
  const atEachPlace = (...quantities: number[]) =>
    quantities.flatMap((quantity) => (isMoving ? documents.places.map(() => quantity) : []));
  const line = async (quantity: number, others: Values = {}): Promise<Values> => ({
    ...(await documents.line(1)),
    quantity,
    ...others,
  });
  const add = async (...given: Values[]) =>
    documents.add({ ...(await documents.sample(1, 'required')), [lines]: given });
  const edit = (id: number, ...given: Values[]) => documents.granted('edit', { [key]: id, [lines]: given });

  const movement = isMoving ? 'moves stock when it is added, and the difference when it is edited' : 'moves no stock';
  it(movement, async () => {
    const before = await stock();
    const id = await add(await line(2));
    expect(await moved(id)).toEqual(atEachPlace(2));
    await edit(id, await line(5));
    expect(await moved(id)).toEqual(atEachPlace(2, 3));
    await edit(id, await line(1));
    expect(await moved(id)).toEqual(atEachPlace(2, 3, 4));
    if (!isMoving) expect(await stock()).toEqual(before);
  });

  it('gives a removed line back, moves none that stays, and follows no order of lines', async () => {
    const { item_id } = ok(await user.api.inventory.item.add({ name: 'Bowl', cost: 1 }));
    const { store_id } = await documents.stock();
    ok(await user.api.inventory.item.editStock({ items: [{ item_id, location_id: store_id, quantity: 50 }] }));
    const [mug, bowl] = [await line(2), await line(7, { item_id })];
    const id = await add(mug, bowl);
    await edit(id, bowl, mug);
    expect(await moved(id)).toHaveLength(atEachPlace(2, 7).length);
    const [shown] = await documents.list();
    expect(shown).toMatchObject({ items: [{ item_id }, { item_id: mug['item_id'] }] });
    await edit(id, mug);
    expect((await moved(id)).slice(atEachPlace(2, 7).length)).toEqual(atEachPlace(7));
  });

  it('leaves stock and its value as they were when it is deleted', async () => {
    const before = await stock();
    const id = await add(await line(3));
    await edit(id, await line(8));
    if (isMoving) expect(await stock()).not.toEqual(before);
    await documents.granted('delete', { [key]: id });
    expect(await stock()).toEqual(before);
  });

  it('moves nothing in a dry run', async () => {
    const id = await add(await line(3));
    const [before, done] = [await stock(), await moved(id)];
    await documents.granted('add', { ...(await documents.sample(2)), dry_run: true });
    await documents.granted('edit', { [key]: id, [lines]: [await line(9)], dry_run: true });
    await documents.granted('delete', { [key]: id, dry_run: true });
    expect(await stock()).toEqual(before);
    expect(await moved(id)).toEqual(done);
  });

  it('refuses every unknown item and location at once, and a document without lines', async () => {
    const unknown = Object.fromEntries(['item_id', ...documents.places].map((name) => [name, UNKNOWN_ID]));
    const given = [await line(1), await line(1, unknown)];
    const sample = await documents.sample(1, 'required');
    const faults = ['item_id', ...documents.places].map((name) => ({
      code: 'unknown_reference',
      field: `${lines}[1].${name}`,
      message: `There is no ${name === 'item_id' ? 'item' : 'location'} ${UNKNOWN_ID}.`,
    }));
    // A transfer from an unknown location to the same one has two faults more.
    const refusal = await documents.refusal('add', { ...sample, [lines]: given });
    expect(refusal).toEqual(expect.arrayContaining(faults));
    const message = `${lines} must be a list of 1 to 1000 objects.`;
    const empty = [{ code: 'invalid', field: lines, message }];
    expect(await documents.refusal('add', { ...sample, [lines]: [] })).toEqual(empty);
    expect(await documents.refusal('edit', { [key]: UNKNOWN_ID, [lines]: [] })).toEqual(empty);
  });

  it('shows and takes no costs of a user who may not see them', async () => {
    const id = await add(await line(3));
    const clerk = await world.colleague(user, { access: ['*'], modify: ['*'], view_cost: false });
    const theirs = new DocumentClient(world, clerk, resource);
    const shown = await theirs.list();
    expect(shown).toHaveLength(1);
    expect(JSON.stringify(shown)).not.toMatch(/cost|"total"/);
    const before = await documents.list();
    await theirs.granted('edit', { [key]: id, [lines]: [{ ...(await line(3)), cost: 99 }] });
    expect(await documents.list()).toEqual(before);
  });

  it('is seen and changed by a user of some channel groups if they see all its items', async () => {
    const { item, location } = user.api.inventory;
    const group = async () => ok(await user.api.setting.channel_group.add({ name: 'Group' })).channel_group_id;
    const [own, other] = [await group(), await group()];
    const { store_id } = await documents.stock();
    const stocked = async (channel_group_id: number) => {
      const locations = [{ location_id: store_id, quantity: 9 }];
      return ok(await item.add({ name: 'Lamp', channel_group_id, locations })).item_id;
    };
    const [mine, hidden] = [await stocked(own), await stocked(other)];
    const [open, closed] = [
      await add(await line(1, { item_id: mine })),
      await add(await line(1, { item_id: mine }), await line(1, { item_id: hidden })),
    ];
    expect(ok(await location.get({})).total).toBeGreaterThan(0);
    const clerk = await world.colleague(user, { access: ['*'], modify: ['*'], channel_groups: [own] });
    const theirs = documents.by(clerk);
    expect(await theirs.ids()).toEqual([open]);
    const unknown = [{ code: 'unknown_record', message: `There is no ${resource.noun} ${closed}.` }];
    expect(await theirs.refusal('edit', { [key]: closed, comment: 'x' })).toEqual(unknown);
    expect(await theirs.refusal('delete', { [key]: closed })).toEqual(unknown);
    const foreign = [await line(1, { item_id: hidden })];
    const noItem = { code: 'unknown_reference', field: `${lines}[0].item_id`, message: `There is no item ${hidden}.` };
    expect(await theirs.refusal('edit', { [key]: open, [lines]: foreign })).toEqual([noItem]);
    await theirs.granted('edit', { [key]: open, [lines]: [await line(2, { item_id: mine })] });
    await theirs.granted('delete', { [key]: open });
  });
});
