import type { Operations } from '@stockbook/client';
import { isTree, listIn, type Tree } from '../mapping/tree.js';
import { recordsIn } from '../records/lists.js';

/** Gives the lines of a deduction without a cost the average of their items, which a deduction must name. */
export async function withAverageCosts(client: Operations, body: Tree): Promise<Tree> {
  const lines = listIn(body['deduction']).filter(isTree);
  const costed = lines.map(async (line) =>
    'cost' in line ? line : { ...line, cost: await averageCost(client, line) },
  );
  return { ...body, deduction: await Promise.all(costed) };
}

async function averageCost(client: Operations, { item_id }: Tree): Promise<unknown> {
  const input = { item_id, fields: 'average_cost', with_total: false };
  const [item] = item_id === undefined ? [] : recordsIn(await client.request('inventory/item/get', input));
  return item?.['average_cost'] ?? 0;
}
