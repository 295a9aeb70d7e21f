import { ok, openShop, orderOf, stockItem, World } from '@stockbook/testing';
import { integrationWithFactLog } from './fact-log.fixture.js';

interface Fact {
  readonly event_id: string;
  readonly name: string;
}
const byId = (one: Fact, other: Fact) => (one.event_id < other.event_id ? -1 : 1);

test('a feature that only consumes is one file: it sees every fact of every service, each once', async () => {
  const world = await World.open({ definitions: { integration: integrationWithFactLog } });
  try {
    const owner = await world.account();
    const shop = await openShop(owner);
    const item_id = await stockItem(owner, shop, 3);
    ok(await owner.api.sale.order.add(orderOf(shop, [{ item_id, quantity: 1 }], { order_status_id: shop.paid_id })));
    await world.settled();
    const { running } = world.assembly;
    const published: Fact[] = [];
    for (const { db } of Object.values(running)) {
      const facts = `SELECT event_id, name FROM ${db.schema}.outbox_archive WHERE account_id = $1`;
      published.push(...(await db.source.query(facts, [owner.account_id])));
    }
    const logged = 'SELECT event_id, name FROM integration.fact_log WHERE account_id = $1';
    const found: Fact[] = await running.integration.db.source.query(logged, [owner.account_id]);
    expect(found.toSorted(byId)).toEqual(published.toSorted(byId));
    const names = new Set(found.map(({ name }) => name));
    for (const name of ['sale.order.changed', 'inventory.order_stock.settled', 'inventory.item.changed']) {
      expect(names).toContain(name);
    }
  } finally {
    await world.close();
  }
});
