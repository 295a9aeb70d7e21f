import { ok, World } from '@stockbook/testing';
import { Counter } from '../../counter.fixture.js';

let world: World;
beforeAll(async () => void (world = await World.shared()));

test.each(['ASC', 'DESC'] as const)('an export by after_id, %s, neither skips nor doubles orders', async (order) => {
  const counter = await Counter.open(world);
  const placed = await Promise.all(Array.from({ length: 60 }, () => counter.place()));
  const ids = placed.map(({ order_id }) => order_id).sort((a, b) => (order === 'ASC' ? a - b : b - a));
  const [deleted, kept] = [ids.filter((_, i) => i % 3 === 1), ids.filter((_, i) => i % 3 !== 1)];
  let isOver = false;
  const changes = [
    async () => void (await counter.place()),
    async () => void (await counter.orders.addHistory({ order_id: kept[0]!, comment: 'Seen' })),
    async () => {
      const order_id = deleted.pop();
      if (order_id) ok(await counter.orders.delete({ order_id }));
    },
    async () => void (await counter.edit(kept.at(-1)!, { city: 'Paris' })),
  ];
  const changing = changes.map(async (change) => {
    while (!isOver) await change();
  });
  const exported: number[] = [];
  for (;;) {
    const after_id = exported.at(-1) ?? 0;
    const page = ok(await counter.orders.get({ order, after_id, limit: 5, fields: 'total', with_total: false }));
    expect(page.orders.every((each) => Object.keys(each).join() === 'order_id,total')).toBe(true);
    exported.push(...page.orders.map(({ order_id }) => order_id));
    if (!page.orders.length || exported.length > 1_000) break;
  }
  isOver = true;
  await Promise.all(changing);
  expect(new Set(exported).size).toBe(exported.length);
  expect(kept.filter((id) => !exported.includes(id))).toEqual([]);
});
