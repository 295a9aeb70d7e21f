import { deviations, type EventType, operations } from '@stockbook/contracts';
import type { World } from './world.js';

export interface Published<P extends object> {
  readonly aggregate_id: number;
  readonly sequence: number;
  readonly payload: P;
}

/** Checks the facts against the contract. */
export async function factsOf<P extends object>(
  world: World,
  account_id: number,
  { topic, name, payload }: EventType<P>,
  aggregate_id?: number,
): Promise<Published<P>[]> {
  await world.settled();
  const under = (prefix: string) => [...operations.values()].find(({ path }) => path.startsWith(`${prefix}/`));
  // Several services may own resources of one group.
  const owner = under(topic.replaceAll('.', '/')) ?? under(topic.slice(0, topic.indexOf('.')));
  if (!owner) throw new Error(`${topic} is the topic of no group of resources.`);
  const { source } = world.assembly.running[owner.service].db;
  const published: Published<P>[] = await source.query(
    `SELECT aggregate_id, sequence, payload FROM ${owner.service}.outbox_archive
     WHERE account_id = $1 AND name = $2 AND aggregate_id = coalesce($3, aggregate_id) ORDER BY aggregate_id, sequence`,
    [account_id, name, aggregate_id],
  );
  expect(published.flatMap((each) => deviations(payload, each.payload))).toEqual([]);
  return published;
}
