import { fieldsOf, operations, type WebhookSection, webhookSections } from '@stockbook/contracts';
import { groupBy } from '@stockbook/persistence';
import { checkedCall, ok, openShop, type TestUser, World } from '@stockbook/testing';
import { Receiver } from './http/receiver.fixture.js';
import { otherChanges, plainChanges } from './plain-changes.fixture.js';
import { sectionChanges } from './section-changes.fixture.js';

let world: World;
let user: TestUser;
let receiver: Receiver;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  user = await world.account();
  receiver = await Receiver.open();
});
afterEach(() => receiver.close());

type Fields = Readonly<Record<string, unknown>>;
interface Body extends Readonly<Record<'event' | 'sequence', unknown>> {
  readonly data: Fields & { readonly previous: unknown };
}

/** Events leave out these fields of `get`. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  // A job has up to 10,000 lines (docs/decisions/0042-stock-takes.md).
  inventory_stock_take_job: ['items'],
  // They belong to the item, or to a transfer job that has not arrived: no change of the stock changes them.
  inventory_stock: ['incoming', 'location', 'name', 'price'],
  // They change with each delivery, which is no change of the endpoint.
  webhook: ['deliveries', 'last_error', 'last_success'],
};

/** Counts the events before an account can have an endpoint: its company is added with it, and edited by openShop. */
const EARLIER: Readonly<Partial<Record<string, number>>> = { setting_company: 2 };

/** The operations that show records by another name than `get`, or as a part of another record. */
const SHOWN: Readonly<Record<string, (data: Fields) => Promise<readonly Fields[]>>> = {
  sale_reward: async ({ customer_id }) =>
    (await user.api.sale.customer.getReward({ customer_id: Number(customer_id) }).then(ok)).rewards.map(fields),
  sale_promotion: async () =>
    ok(await user.api.extension.total.promotion.getHistory({ filter_deleted: true })).histories.map(fields),
  inventory_stock: async ({ item_id }) =>
    ok(await user.api.inventory.item.get({ item_id: Number(item_id) })).items.flatMap((item) =>
      item.locations.map((at) => ({ item_id, ...at })),
    ),
  setting_company: async () => {
    const [company] = Object.values(ok(await user.api.setting.company.get({})));
    return [fields(Object(company))];
  },
  extension_total_promotion_category: async () =>
    ok(await user.api.extension.total.promotion.getCategory({})).categories.map(fields),
  extension_report_channel_payout: async ({ channel_id }) => {
    const asked = { channel_id: Number(channel_id), date_start: '2026-03-01', date_end: '2026-03-02' };
    return ok(await user.api.extension.report.channel_payout.get(asked)).results.map(fields);
  },
};
const fields = (record: object): Fields => ({ ...record });

/** Returns the record of an event as its operation shows it. */
async function shown({ name, resource, key }: WebhookSection, data: Fields): Promise<Fields> {
  const named = Object.fromEntries(key.map((field) => [field, data[field]]));
  const records = (await SHOWN[name]?.(data)) ?? (await listed(`${resource}/get`, named));
  const isNamed = (record: Fields) => key.every((field) => record[field] === data[field]);
  const { deleted: _deleted, ...record } = records.find(isNamed) ?? {};
  return Object.fromEntries(Object.entries(record).filter(([field]) => !LEFT_OUT[name]?.includes(field)));
}

/** Some lists have no deleted records. */
const listsDeleted = ({ name, resource }: WebhookSection): boolean =>
  name in SHOWN
    ? name.startsWith('sale_')
    : 'filter_deleted' in fieldsOf(operations.get(`${resource}/get`)?.request ?? Object);

async function listed(path: string, named: Fields): Promise<readonly Fields[]> {
  const get = operations.get(path);
  if (!get) throw new Error(`There is no ${path}.`);
  const withDeleted = 'filter_deleted' in fieldsOf(get.request) && { filter_deleted: true };
  const page = await checkedCall(world.url, user.credentials, get, { ...named, ...withDeleted });
  const [list = ''] = Object.entries(fieldsOf(get.response)).flatMap(([field, { list }]) => (list ? [field] : []));
  return [page[list]].flat().map((record) => ({ ...Object(record) }));
}

describe.each(webhookSections)('$name', (section) => {
  it('shows each record as its get does, whatever happens to it, and counts its events without gaps', async () => {
    const shop = await openShop(user);
    await world.settled();
    await receiver.subscribe(user, { events: [section.name], view_cost: true });
    const changes = sectionChanges[section.name] ?? otherChanges[section.name] ?? plainChanges(section);
    if (!changes) throw new Error(`The fixture makes no changes of ${section.name}.`);
    const bodies: Body[] = [];
    for (const made = changes({ world, user, shop }); !(await made.next()).done;) {
      await world.settled();
      const news = receiver.received.splice(0).map(({ body }): Body => JSON.parse(body));
      const listed = news.filter(({ event }) => event !== `${section.name}.deleted` || listsDeleted(section));
      const newest = new Map(listed.map(({ data }) => [section.key.map((field) => data[field]).join(), data]));
      for (const { previous: _previous, ...data } of newest.values()) expect(data).toEqual(await shown(section, data));
      bodies.push(...news);
    }
    const before = section.events.slice(0, EARLIER[section.name] ?? 0);
    expect(new Set([...before, ...bodies.map(({ event }) => event)])).toEqual(new Set(section.events));
    for (const [, events] of groupBy(bodies, ({ data }) => data[section.key[0] ?? '']))
      expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, i) => before.length + i + 1));
  });
});
