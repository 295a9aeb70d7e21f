import { events } from '@stockbook/service';
import { factsOf } from '../world/facts.js';
import { type TestUser, World } from '../world/world.js';
import { clientOf } from './document-client.js';
import type { PlainRecordClient, Values } from './plain-record-client.js';
import { recordResources } from './plain-resource.js';

const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

let world: World;
beforeAll(async () => void (world = await World.shared()));

describe.each(recordResources)('$path publishes', (resource) => {
  const { key, path } = resource;
  let user: TestUser;
  let records: PlainRecordClient;
  beforeEach(async () => {
    user = await world.account();
    records = clientOf(world, user, resource);
  });

  const published = async (aggregate_id: number) => {
    const changed = events.find(({ topic }) => topic === path.replaceAll('/', '.'));
    if (!changed) throw new Error(`${path} has no facts.`);
    return factsOf(world, user.account_id, changed, aggregate_id);
  };

  const former = (state: Values | undefined, field: string) =>
    Object.fromEntries(resource.affected(field).map((name) => [name, state?.[name]]));

  it('each change with the whole record, the former values of the fields that changed, and its author', async () => {
    const id = await records.add(await records.sample(1));
    const states = [(await records.list())[0]];
    for (const field of resource.changeable) {
      await records.granted('edit', { [key]: id, [field]: (await records.sample(2))[field] });
      states.push((await records.list())[0]);
    }
    await records.granted('delete', { [key]: id });
    const author = { user_id: user.user_id, username: 'owner', request_id: expect.stringMatching(/./) };
    const address = expect.stringMatching(/127\.0\.0\.1$/);
    const actorBy = (verb: string) => ({ ...author, address, operation: `${path}/${verb}` });
    const [added, ...others] = await published(id);
    const deleted = others.pop();
    expect(added).toEqual({
      aggregate_id: id,
      sequence: 1,
      payload: { change: 'added', actor: actorBy('add'), record: states[0], previous: {} },
    });
    expect(others).toEqual(
      resource.changeable.map((field, i) => ({
        aggregate_id: id,
        sequence: i + 2,
        payload: {
          change: 'edited',
          actor: actorBy('edit'),
          record: states[i + 1],
          previous: former(states[i], field),
        },
      })),
    );
    const sequence = states.length + 1;
    const last = { ...states.at(-1), revision: sequence, date_modified: expect.stringMatching(DATE) };
    const payload = { change: 'deleted', actor: actorBy('delete'), record: last, previous: {} };
    expect(deleted).toEqual({ aggregate_id: id, sequence, payload });
  });

  it('nothing for an edit that changes nothing, and leaves its date', async () => {
    const sample = await records.sample(1);
    const id = await records.add(sample);
    const { source } = world.assembly.running[resource.operation('get').service].db;
    const old = `UPDATE ${resource.table} SET date_modified = '2026-01-01T00:00:00Z' WHERE ${key} = $1`;
    await source.query(old, [id]);
    const before = await records.list();
    await records.granted('edit', { [key]: id, ...sample });
    await records.granted('edit', { [key]: id });
    expect(await records.list()).toEqual(before);
    expect(await published(id)).toHaveLength(1);
  });

  it('nothing of a dry run', async () => {
    const id = await records.add(await records.sample(1));
    await records.granted('edit', { [key]: id, ...(await records.change(2)), dry_run: true });
    await records.granted('delete', { [key]: id, dry_run: true });
    expect(await published(id)).toHaveLength(1);
  });
});
