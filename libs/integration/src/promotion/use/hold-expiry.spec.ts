import { ok, ROUNDS } from '@stockbook/testing';
import { HoldExpiry } from './hold-expiry.js';
import { openPromotionShop, type PromotionShop } from './promotion-shop.fixture.js';

let at: PromotionShop;
beforeAll(async () => {
  at = await openPromotionShop();
});

/** Ends all holds of a promotion whose orders have not come, several times. */
async function expireHolds(promotion_id: number): Promise<void> {
  const { db } = at.world.assembly.running.integration;
  for (let times = 0; times < 5; times++) {
    await db.source.query(
      'UPDATE integration.promotion_hold SET date_expire = now() WHERE promotion_id = $1 AND order_id = 0',
      [promotion_id],
    );
    await new HoldExpiry().run(db);
  }
}

test.each(['count', 'strict'])(
  `only marked uses pass the limit when a hold expires while its order comes, ${ROUNDS} times, when limit_policy is %s`,
  async (limit_policy) => {
    for (let round = 0; round < ROUNDS; round++) {
      const { promotion_id, coupon, code } = await at.add({ total_limit: 1 }, { limit_policy });
      const cart = { channel_id: at.shop.channel_id, coupons: [coupon], products: [{ quantity: 1, price: 10 }] };
      const key = `${limit_policy}-${round}`;
      ok(await at.promotions.reserve({ ...cart, key }));
      const answers = await Promise.all([
        at.addOrder(code, { imported_order_id: key }),
        at.addOrder(code),
        ...(round % 2 ? [at.promotions.reserve({ ...cart, key: `${key}-rival` })] : []),
        expireHolds(promotion_id).then(() => at.addOrder(code)),
      ]);
      // `counters` verifies, too, that uses without a mark and holds are within the limit.
      const [used = 0, held = 0] = await at.counters(promotion_id);
      const uses = await at.uses(promotion_id);
      expect(uses).toHaveLength(used);
      expect(uses.filter(({ over_limit }) => !over_limit).length + held).toBeLessThanOrEqual(1);
      expect(answers.filter((answer) => !answer.error && 'order' in answer)).toHaveLength(used);
      // The use is missing only when the rival has taken it.
      if (round % 2 === 0) expect(used).toBeGreaterThan(0);
    }
  },
);
