import { ok } from '../world/reply.js';
import { type TestUser, World } from '../world/world.js';
import { clientOf } from './document-client.js';
import type { PlainRecordClient, Values } from './plain-record-client.js';
import { recordResources } from './plain-resource.js';

const PAGING = ['page', 'limit', 'order', 'sort', 'after_id', 'fields', 'with_total'];
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const UNKNOWN_ID = Number.MAX_SAFE_INTEGER;

let world: World;
let stranger: TestUser;
beforeAll(async () => {
  world = await World.shared();
  stranger = await world.account();
});

describe.each(recordResources)('$path', (resource) => {
  const { key, noun, list, record, table, unblank } = resource;
  const gets = resource.fields('get');
  let user: TestUser;
  let records: PlainRecordClient;
  beforeAll(async () => {
    user = await world.account();
    records = clientOf(world, user, resource);
  });
  beforeEach(() => empty(user));

  const unknown = (id: number) => [{ code: 'unknown_record', message: `There is no ${noun} ${id}.` }];
  const { service } = resource.operation('get');
  const sql = (text: string, values: unknown[]): Promise<Values[]> =>
    world.assembly.running[service].db.source.query(text, values);
  const empty = ({ account_id }: TestUser) => sql(`DELETE FROM ${table} WHERE account_id = $1`, [account_id]);
  const dates = Object.keys(record).filter((name) => ['date_added', 'date_modified'].includes(name));
  /** Sets dates of a record that the database keeps, all of them by default. */
  const date = (id: number, at: string, names: readonly string[] = dates) =>
    sql(`UPDATE ${table} SET ${names.map((name) => `${name} = $2`).join(', ')} WHERE ${key} = $1`, [id, at]);

  it('lists a record as it was added', async () => {
    const sample = await records.sample(1);
    const added = await records.granted('add', sample);
    expect(added).toEqual({ success: true, [key]: expect.any(Number) });
    const shown = { ...resource.shown(sample), [key]: added[key], date_modified: expect.stringMatching(DATE) };
    expect(await records.granted('get', {})).toMatchObject({ total: 1, [list]: [shown] });
  });

  it('needs the required fields alone, and refuses what is missing, blank or unknown, all at once', async () => {
    const required = await records.sample(1, 'required');
    const missing = Object.keys(required).map((field) => ({
      code: 'invalid',
      field,
      message: `${field} is required.`,
    }));
    expect(await records.refusal('add', {})).toEqual(missing);
    await records.add(required);
    expect(await records.list()).toMatchObject([{ ...resource.defaults, ...resource.shown(required) }]);
    if (!unblank.length) return;
    const blanks = Object.fromEntries(unblank.map((field) => [field, '   ']));
    const refusals = unblank.map((field) => ({ code: 'invalid', field, message: `${field} must not be blank.` }));
    expect(await records.refusal('add', { ...(await records.sample(1)), ...blanks })).toEqual(refusals);
    expect(await records.refusal('edit', { [key]: UNKNOWN_ID, ...blanks })).toEqual(refusals);
    expect(await records.list()).toHaveLength(1);
  });

  it('changes on edit what is given, and keeps what is absent', async () => {
    const id = await records.add(await records.sample(1));
    const changes = await records.sample(2);
    let [expected] = await records.list();
    for (const field of resource.changeable) {
      const value = changes[field];
      expect(await records.granted('edit', { [key]: id, [field]: value })).toEqual(resource.edited(id, field));
      const now = await records.list();
      const follows = resource.affected(field).map((name) => [name, now[0]?.[name]]);
      const changed = { ...Object.fromEntries(follows), ...resource.shown({ [field]: value }) };
      const revision = Number(expected?.['revision']) + 1;
      expected = { ...expected, ...changed, revision, date_modified: expect.stringMatching(DATE) };
      expect(now).toEqual([expected]);
    }
  });

  it('dates a change by the clock, but never before the change before', async () => {
    const id = await records.add(await records.sample(1, 'required'));
    await date(id, '2026-01-01T00:00:00Z');
    await records.granted('edit', { [key]: id, ...(await records.change(2)) });
    expect((await records.list())[0]?.['date_modified']).not.toBe('2026-01-01T00:00:00Z');
    await date(id, '2100-01-01T00:00:00Z');
    await records.granted('edit', { [key]: id, ...(await records.change(3)) });
    expect((await records.list())[0]?.['date_modified']).toBe('2100-01-01T00:00:00Z');
  });

  it('hides a deleted record unless filter_deleted is set, and does not change it any more', async () => {
    const [gone, kept] = [await records.add(await records.sample(1)), await records.add(await records.sample(2))];
    expect(await records.granted('delete', { [key]: gone })).toEqual({ success: true, [key]: gone });
    expect(await records.ids()).toEqual([kept]);
    expect(await records.granted('get', { [key]: gone })).toEqual({ total: 0, [list]: [] });
    expect(await records.refusal('edit', { [key]: gone, ...(await records.change(3)) })).toEqual(unknown(gone));
    expect(await records.refusal('delete', { [key]: gone })).toEqual(unknown(gone));
    const both = [
      { [key]: gone, deleted: true },
      { [key]: kept, deleted: false },
    ];
    if (gets['filter_deleted']) expect(await records.list({ filter_deleted: true, order: 'ASC' })).toMatchObject(both);
    else expect(await records.ids({ filter_deleted: true })).toEqual([kept]);
  });

  it("does not find another account's record", async () => {
    const id = await records.add(await records.sample(1));
    const before = await records.list();
    const theirs = records.by(stranger);
    expect(await theirs.granted('get', { [key]: id })).toEqual({ total: 0, [list]: [] });
    expect(await theirs.refusal('edit', { [key]: id, ...(await records.change(2)) })).toEqual(unknown(id));
    expect(await theirs.refusal('delete', { [key]: id })).toEqual(unknown(id));
    expect(await records.list()).toEqual(before);
  });

  it('does nothing in a dry run', async () => {
    const id = await records.add(await records.sample(1));
    const before = await records.list();
    const tried = (answered: number) => ({ success: true, dry_run: true, [key]: answered });
    expect(await records.granted('add', { ...(await records.sample(2)), dry_run: true })).toEqual(tried(0));
    expect(await records.granted('edit', { [key]: id, ...(await records.change(2)), dry_run: true })).toEqual(
      tried(id),
    );
    expect(await records.granted('delete', { [key]: id, dry_run: true })).toEqual(tried(id));
    expect(await records.list()).toEqual(before);
  });

  describe('lists', () => {
    /** Three samples of an account of their own, dated as numbered, for the tests that change none. */
    let three: PlainRecordClient;
    const ids: Record<number, number> = {};
    beforeAll(async () => {
      const owner = await world.account();
      await empty(owner);
      three = clientOf(world, owner, resource);
      for (const number of [2, 1, 3]) {
        ids[number] = await three.add(await three.sample(number));
        await date(ids[number], `2026-01-0${number}T00:00:00Z`);
      }
    });
    const filters = Object.keys(gets).filter((name) => !PAGING.includes(name) && name !== 'filter_deleted');

    it.each(filters)('by %s', async (filter) => {
      const shown = await three.list();
      const field = filter.replace(/^filter_/, '');
      const values = shown.map((each) => each[field]);
      const bound = (['start', 'end'] as const).find((end) => filter.endsWith(`_${end}`));
      if (filter === 'filter_date_modified') {
        expect(await three.ids({ [filter]: '2026-01-02T00:00:00Z' })).toEqual([ids[3]]);
        expect(await three.ids({ [filter]: '' })).toHaveLength(3);
      } else if (filter === 'filter_name') {
        expect(await three.ids({ [filter]: 'AME 2' })).toEqual([ids[2]]);
        expect(await three.ids({ [filter]: '%' })).toEqual([]);
        const percent = await records.add({ ...(await records.sample(1)), name: '100%' });
        await records.add(await records.sample(2));
        expect(await records.ids({ [filter]: '%' })).toEqual([percent]);
      } else if (filter === 'search') {
        expect((await three.ids({ search: 'AMÉ 2' }))[0]).toBe(ids[2]);
        expect(await three.ids({ search: 'nowhere' })).toEqual([]);
      } else if (bound) {
        const found = { start: [ids[3], ids[2]], end: [ids[1], ids[2]] }[bound];
        expect(await three.ids({ [filter]: '2026-01-02' })).toEqual(found);
      } else if (field in record) {
        for (const value of new Set(values)) {
          const having = shown.filter((each) => each[field] === value).map((each) => each[key]);
          expect(await three.ids({ [filter]: value })).toEqual(having);
        }
        if (gets[filter]?.schema['examples'])
          expect(await three.ids({ [filter]: `${values[0]},${values[2]}` })).toEqual([ids[3], ids[2]]);
      } else throw new Error(`The suite does not know what ${filter} finds.`);
      if (filter === key) expect(await three.ids({ [key]: 0 })).toEqual([]);
    });

    it('the newest first by default', async () => {
      expect(await three.ids()).toEqual([ids[3], ids[1], ids[2]]);
      expect(await three.ids({ order: 'ASC' })).toEqual([ids[2], ids[1], ids[3]]);
    });

    it.each(resource.sorts)('sorted by %s both ways', async (sort) => {
      const field = resource.sortedField(sort);
      // All other fields have the order of the ids.
      for (const [id_order, sort_order] of [2, 3, 1].entries()) {
        const [sample, sorted] = [await records.sample(id_order + 1), await records.sample(sort_order)];
        const id = await records.add({ ...sample, ...(field in sample && { [field]: sorted[field] }) });
        await date(id, `2026-01-0${id_order + 1}T00:00:00Z`);
        if (dates.includes(field)) await date(id, `2026-01-0${sort_order}T00:00:00Z`, [field]);
      }
      const values = async (order: string) => (await records.list({ sort, order })).map((each) => each[field]);
      const ascending = (await records.list()).map((each) => each[field]).toSorted(inOrder);
      expect(new Set(ascending).size).toBe(record[field]?.schema['type'] === 'boolean' ? 2 : 3);
      expect(await values('ASC')).toEqual(ascending);
      expect(await values('DESC')).toEqual(ascending.toReversed());
    });

    it('in pages without overlap, even where all are equal by the sort', async () => {
      for (let number = 1; number <= 5; number++)
        await date(await records.add(await records.sample(number)), '2026-01-01T00:00:00Z');
      const sort = resource.allSorts.find((name) => name === 'date_modified');
      const pages = await Promise.all([1, 2, 3, 4].map((page) => records.granted('get', { page, limit: 2, sort })));
      expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5]);
      const sizes = pages.map((page) => [page[list]].flat().length);
      expect(sizes).toEqual([2, 2, 1, 0]);
      const ids = pages.flatMap((page) => [page[list]].flat()).map((each) => Object(each)[key]);
      expect(new Set(ids).size).toBe(5);
    });
  });

  if (resource.changeable.includes('channel_group_id'))
    describe('in channel groups', () => {
      const noGroup = (id: number) => [
        { code: 'unknown_reference', field: 'channel_group_id', message: `There is no channel group ${id}.` },
      ];
      const addGroup = async () => ok(await user.api.setting.channel_group.add({ name: 'Group' })).channel_group_id;
      /** Adds a record of all groups, one of the group that a user is limited to, and one of another group. */
      const limited = async () => {
        const [own, other] = [await addGroup(), await addGroup()];
        const required = await records.sample(1, 'required');
        const shared = await records.add(required);
        const mine = await records.add({ ...required, channel_group_id: own });
        const hidden = await records.add({ ...required, channel_group_id: other });
        const clerk = records.by(await world.colleague(user, { access: ['*'], modify: ['*'], channel_groups: [own] }));
        return { clerk, own, other, required, shared, mine, hidden };
      };

      it('refuses a channel group that is unknown or deleted', async () => {
        const [sample, group] = [await records.sample(1, 'required'), await addGroup()];
        const id = await records.add({ ...sample, channel_group_id: group });
        await records.granted('edit', { [key]: id, channel_group_id: 0 });
        ok(await user.api.setting.channel_group.delete({ channel_group_id: group }));
        for (const channel_group_id of [group, UNKNOWN_ID]) {
          expect(await records.refusal('add', { ...sample, channel_group_id })).toEqual(noGroup(channel_group_id));
          expect(await records.refusal('edit', { [key]: id, channel_group_id })).toEqual(noGroup(channel_group_id));
        }
      });

      it('shows a limited user the records of the own groups and of all', async () => {
        const { clerk, own, other, shared, mine, hidden } = await limited();
        expect(await clerk.ids({ order: 'ASC' })).toEqual([shared, mine]);
        expect(await clerk.ids({ [key]: hidden })).toEqual([]);
        if (!gets['filter_channel_group_id']) return;
        expect(await clerk.ids({ filter_channel_group_id: `${own},${other}` })).toEqual([mine]);
      });

      it('lets a limited user change the records of the own groups alone, and move none out of them', async () => {
        const { clerk, own, other, required, shared, mine, hidden } = await limited();
        await clerk.add({ ...required, channel_group_id: own });
        await clerk.granted('edit', { [key]: mine, ...(await records.change(2)), channel_group_id: own });
        const notAll = `channel_group_id must be one of your channel groups (${own}), not 0.`;
        const forbidden = [{ code: 'forbidden', field: 'channel_group_id', message: notAll }];
        expect(await clerk.refusal('add', required)).toEqual(forbidden);
        expect(await clerk.refusal('edit', { [key]: mine, channel_group_id: 0 })).toEqual(forbidden);
        expect(await clerk.refusal('add', { ...required, channel_group_id: other })).toEqual(noGroup(other));
        expect(await clerk.refusal('edit', { [key]: mine, channel_group_id: other })).toEqual(noGroup(other));
        expect(await clerk.refusal('edit', { [key]: hidden, channel_group_id: own })).toEqual(unknown(hidden));
        expect(await clerk.refusal('delete', { [key]: hidden })).toEqual(unknown(hidden));
        const message =
          `You may not change ${noun} ${shared}: ` + 'it belongs to all channel groups, and you are limited to some.';
        expect(await clerk.refusal('edit', { [key]: shared })).toEqual([{ code: 'forbidden', message }]);
        expect(await clerk.refusal('delete', { [key]: shared })).toEqual([{ code: 'forbidden', message }]);
        await clerk.granted('delete', { [key]: mine });
      });
    });
});

/** Compares texts and numbers as lists sort them. */
function inOrder(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one).localeCompare(String(other), 'en', { numeric: true });
}
