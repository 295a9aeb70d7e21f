import { ownCaller, promotionClaim } from '@stockbook/contracts';
import { failure, ok, orderOf } from '@stockbook/testing';
import { off, openPromotionShop, type PromotionShop } from './promotion-shop.fixture.js';

type Answer = Awaited<ReturnType<PromotionShop['addOrder']>>;

let at: PromotionShop;
beforeAll(async () => {
  at = await openPromotionShop();
});

/** Runs while integration applies no event, as when its consumers are late. */
const whileEventsWait = (work: () => Promise<void>) =>
  at.world.whileLocked('integration', 'LOCK TABLE integration.inbox IN SHARE MODE', work);

const ownCallOf = <I extends object>(input: I) => {
  return { caller: ownCaller(at.user.account_id), input, deadline: Date.now() + 10_000, request_id: 'own' };
};
/** Claims as sales does for a customer that it does not know. */
async function claimAsSales(promotion_id: number, fields: { claim_key?: string; contacts?: string[] }) {
  const { channel_id } = at.shop;
  const order = { channel_id, imported_order_id: '', claim_key: 'request:own', customer_id: 0, ...fields };
  const call = ownCallOf({ ...order, promotion_ids: [promotion_id] });
  return (await at.world.assembly.services.ask(promotionClaim.claim, call)).output.promotion_ids;
}

describe('a strict promotion', () => {
  const strict = () => at.add({ total_limit: 1 }, { limit_policy: 'strict' });

  it('gives its last use to one of 200 orders of 50 tills, and refuses the others', async () => {
    const { promotion_id, code } = await strict();
    const till = async (): Promise<Answer[]> => {
      const answers: Answer[] = [];
      while (answers.length < 4) answers.push(await at.addOrder(code));
      return answers;
    };
    const answers = (await Promise.all(Array.from({ length: 50 }, till))).flat();
    const refused = answers.filter((answer) => answer.error);
    expect(refused).toHaveLength(199);
    const codes = new Set(refused.map((answer) => failure(answer).error_details?.[0]?.code));
    // An order that a busy machine has kept waiting for too long is refused as well.
    for (const code of ['timeout', 'unavailable'] as const) codes.delete(code);
    expect(codes).toEqual(new Set(['limit_reached']));
    expect(await at.counters(promotion_id)).toEqual([1, 0]);
    expect(await at.uses(promotion_id)).toMatchObject([{ over_limit: false }]);
  });

  it('counts a repeated request once', async () => {
    const { promotion_id, code } = await strict();
    const body = {
      ...orderOf(at.shop, [{ item_id: 0, quantity: 1 }], { totals: off(code, -1) }),
      idempotency_key: code,
    };
    const first = ok(await at.orders.add(body)).order;
    await at.world.settled();
    expect(ok(await at.orders.add(body)).order.order_id).toBe(first.order_id);
    expect(await at.counters(promotion_id)).toEqual([1, 0]);
  });

  it('takes the hold that the till has reserved', async () => {
    const { promotion_id, coupon, code } = await strict();
    const products = [{ quantity: 1, price: 10 }];
    ok(await at.promotions.reserve({ channel_id: at.shop.channel_id, key: 'till-7', coupons: [coupon], products }));
    expect(failure(await at.addOrder(code)).error_details).toMatchObject([{ code: 'limit_reached' }]);
    const { order_id } = await at.place(code, { imported_order_id: 'till-7' });
    expect(await at.counters(promotion_id)).toEqual([1, 0]);
    // Uses that the order has are not judged again.
    ok(await at.orders.edit({ order_id, totals: off(code, -2) }));
    expect(await at.uses(promotion_id)).toMatchObject([{ over_limit: false }]);
  });

  it('is never used twice when one of two requests with one key is refused, 20 times', async () => {
    for (let round = 0; round < 20; round++) {
      const { promotion_id, code } = await strict();
      const order = orderOf(at.shop, [{ item_id: 0, quantity: 1 }], { totals: off(code, -1) });
      const [same, others] = [
        { idempotency_key: code },
        async () => [await at.addOrder(code), await at.addOrder(code)],
      ];
      await Promise.all([
        at.orders.add({ ...order, ...same, order_status_id: 999 }),
        at.orders.add({ ...order, ...same }),
        others(),
        others(),
      ]);
      await at.world.settled();
      expect((await at.uses(promotion_id)).map(({ over_limit }) => over_limit)).toEqual([false]);
    }
  });

  it('stays held until the last of the requests with its key is refused', async () => {
    const { promotion_id, code } = await strict();
    const { channel_id } = at.shop;
    const holds = { channel_id, claim_key: 'request:same', promotion_ids: [promotion_id] };
    const ask = () => claimAsSales(promotion_id, { claim_key: holds.claim_key });
    const claimed = await Promise.all([ask(), ask()]);
    expect(claimed).toEqual([[promotion_id], [promotion_id]]);
    const held: unknown[] = [];
    for (let left = claimed.length; left > 0; left--) {
      await at.world.assembly.services.ask(promotionClaim.release, ownCallOf(holds));
      held.push(await at.counters(promotion_id), failure(await at.addOrder(code, { order_status_id: 999 })).error);
    }
    expect(held).toEqual([
      [0, 1],
      [expect.stringContaining('has reached its limit')],
      [0, 0],
      ['There is no order status 999.'],
    ]);
  });

  it('is free again at once when the order is refused', async () => {
    const { promotion_id, code } = await strict();
    const { order_id } = await at.place('shipping');
    expect(failure(await at.addOrder(code, { order_status_id: 999 })).error).toEqual(['There is no order status 999.']);
    expect(failure(await at.orders.edit({ order_id, totals: off(code, -1), customer_id: 999 })).error).toEqual([
      'There is no customer 999.',
    ]);
    expect(await at.counters(promotion_id)).toEqual([0, 0]);
    await at.place(code);
    expect(await at.counters(promotion_id)).toEqual([1, 0]);
  });

  it('is strict from the answer to its edit on, and no more from the answer to the next', async () => {
    const { promotion_id, coupon, code } = await at.add({ total_limit: 1 });
    await at.place('shipping');
    const edit = async (limit_policy: string) =>
      ok(await at.promotions.edit({ promotion_id, configuration: { percent: 10, coupons: [coupon], limit_policy } }));
    await edit('strict');
    await at.place(code);
    expect(failure(await at.addOrder(code)).error_details).toMatchObject([{ code: 'limit_reached' }]);
    await edit('count');
    await at.place(code);
    expect(await at.counters(promotion_id)).toEqual([2, 0]);
    expect((await at.uses(promotion_id)).map(({ over_limit }) => over_limit)).toEqual([true, false]);
  });

  it('is judged when an edit adds it', async () => {
    const { promotion_id, code } = await strict();
    const { order_id } = await at.place('shipping');
    await at.place(code);
    expect(failure(await at.orders.edit({ order_id, totals: off(code, -1) })).error_details).toMatchObject([
      { code: 'limit_reached' },
    ]);
    expect(await at.counters(promotion_id)).toEqual([1, 0]);
  });

  it("does not say what a channel has that the user may not see, and leaves its till's hold alone", async () => {
    const { promotion_id, coupon, code } = await strict();
    const { channel_id } = ok(await at.user.api.integration.channel.add({ type: 'pos', name: 'Till' }));
    const { channel_group } = at.user.api.setting;
    const group = ok(await channel_group.add({ name: 'Tills', channels: [at.shop.channel_id] })).channel_group_id;
    const limited = await at.world.colleague(at.user, { access: ['*'], modify: ['*'], channel_groups: [group] });
    const refusal = async (imported_order_id: string) => {
      const fields = { channel_id, imported_order_id, totals: off(code, -1) };
      return failure(await limited.api.sale.order.add(orderOf(at.shop, [{ item_id: 0, quantity: 1 }], fields))).error;
    };
    const products = [{ quantity: 1, price: 10 }];
    const cart = { channel_id, key: 'till-7', coupons: [coupon], products };
    const reserve = async () =>
      Date.parse(ok(await at.promotions.reserve({ ...cart, minutes: 1 })).holds[0]!.date_expire);
    const expires = await reserve();
    const unknown = [`There is no channel ${channel_id}.`];
    expect(await refusal('till-7')).toEqual(unknown);
    expect(await reserve()).toBeLessThan(expires + 50_000);
    await at.place(code, { channel_id, imported_order_id: 'till-7' });
    expect(await at.counters(promotion_id)).toEqual([1, 0]);
    for (const imported_order_id of ['till-7', 'till-8', '']) expect(await refusal(imported_order_id)).toEqual(unknown);
  });

  it('holds nothing in a dry run', async () => {
    const { promotion_id, code } = await strict();
    ok(
      await at.orders.add({
        ...orderOf(at.shop, [{ item_id: 0, quantity: 1 }], { totals: off(code, -1) }),
        dry_run: true,
      }),
    );
    expect(await at.counters(promotion_id)).toEqual([0, 0]);
  });

  describe('with a limit for each customer', () => {
    const onceEach = () => at.add({}, { limit_policy: 'strict', customer_limit: 1 });
    const codesOf = (answers: Answer[]) =>
      answers.flatMap((answer) => (answer.error ? [failure(answer).error_details?.[0]?.code] : []));
    it.each([
      ['e-mail', { email: 'New@Example.com' }, { email: ' new@example.COM ' }],
      ['telephone', { telephone: '+49 30 1' }, { telephone: '+49 30 1' }],
      ['telephone beside another e-mail', { email: 'one@example.com', telephone: '77' }, { telephone: '77' }],
    ])('counts a new customer by %s', async (_, first, second) => {
      const { promotion_id, code } = await onceEach();
      const answers = [await at.addOrder(code, first), await at.addOrder(code, second)];
      expect(codesOf(answers)).toEqual(['limit_reached']);
      await at.place(code, { email: 'other@example.com' });
      expect(await at.counters(promotion_id)).toEqual([2, 0]);
      expect(codesOf([await at.addOrder(code, second)])).toEqual(['limit_reached']);
      expect((await at.uses(promotion_id)).map(({ over_limit }) => over_limit)).toEqual([false, false]);
    });

    it('counts 20 orders of one new customer at the same time once', async () => {
      const { promotion_id, code } = await onceEach();
      const order = () => at.addOrder(code, { email: 'race@example.com' });
      const answers = await Promise.all(Array.from({ length: 20 }, order));
      expect(codesOf(answers)).toEqual(Array(19).fill('limit_reached'));
      expect(await at.counters(promotion_id)).toEqual([1, 0]);
    });

    describe('before the first order of a new customer is applied', () => {
      const isNew = () => ({ email: `${crypto.randomUUID()}@example.com` });

      it('counts its hold for the id of that customer, in orders, edits and reservations', async () => {
        const { coupon, code } = await onceEach();
        const { order_id } = await at.place('shipping');
        await whileEventsWait(async () => {
          const { customer_id } = await at.place(code, isNew());
          const products = [{ quantity: 1, price: 10 }];
          const cart = { channel_id: at.shop.channel_id, key: code, coupons: [coupon], products, customer_id };
          expect(codesOf([await at.addOrder(code, { customer_id })])).toEqual(['limit_reached']);
          for (const refused of [
            await at.orders.edit({ order_id, customer_id, totals: off(code, -1) }),
            await at.promotions.reserve(cart),
          ])
            expect(failure(refused).error_details).toMatchObject([{ code: 'limit_reached' }]);
        });
      });

      it('counts its hold for the customer that it is merged into', async () => {
        const { code } = await onceEach();
        const stays = ok(await at.user.api.sale.customer.add({ firstname: 'Ada' })).customer_id;
        await whileEventsWait(async () => {
          const { customer_id } = await at.place(code, isNew());
          ok(await at.user.api.sale.customer.merge({ customer_id: stays, merge_customer_id: customer_id }));
          const answers = [await at.addOrder(code, { customer_id: stays }), await at.addOrder(code, { customer_id })];
          expect(codesOf(answers)).toEqual(['limit_reached', 'limit_reached']);
        });
      });

      it('grants one of 20 orders at the same time, by id and by e-mail, the use that is left', async () => {
        const { promotion_id, code } = await at.add({}, { limit_policy: 'strict', customer_limit: 2 });
        const contact = isNew();
        await whileEventsWait(async () => {
          const { customer_id } = await at.place(code, contact);
          const orders = Array.from({ length: 20 }, (_, n) => at.addOrder(code, n % 2 ? contact : { customer_id }));
          expect(codesOf(await Promise.all(orders))).toEqual(Array(19).fill('limit_reached'));
        });
        expect(await at.counters(promotion_id)).toEqual([2, 0]);
        expect((await at.uses(promotion_id)).map(({ over_limit }) => over_limit)).toEqual([false, false]);
      });

      it('counts the hold of its id for an order that looked it up too early to know it', async () => {
        const { promotion_id, code } = await onceEach();
        const { email } = isNew();
        const { customer_id } = await at.place('shipping', { email });
        await whileEventsWait(async () => {
          await at.place(code, { customer_id });
          await expect(claimAsSales(promotion_id, { contacts: [email] })).rejects.toMatchObject({
            faults: [{ code: 'limit_reached' }],
          });
        });
      });
    });

    it('grants a repeated request of a new customer again, and customers without contacts each time', async () => {
      const { promotion_id, code } = await onceEach();
      const body = orderOf(at.shop, [{ item_id: 0, quantity: 1 }], {
        totals: off(code, -1),
        email: 'twice@example.com',
      });
      const repeated = { ...body, idempotency_key: code };
      const [first, again] = [ok(await at.orders.add(repeated)).order, ok(await at.orders.add(repeated)).order];
      expect(again.order_id).toBe(first.order_id);
      await at.place(code);
      await at.place(code);
      expect(await at.counters(promotion_id)).toEqual([3, 0]);
    });

    it('counts a customer who was new for the one that it is merged into', async () => {
      const { code } = await onceEach();
      const { customer_id } = await at.place(code, { email: 'goes@example.com' });
      const stays = ok(await at.user.api.sale.customer.add({ firstname: 'Ada' })).customer_id;
      await at.world.settled();
      ok(await at.user.api.sale.customer.merge({ customer_id: stays, merge_customer_id: customer_id }));
      await at.world.settled();
      const answers = [await at.addOrder(code, { customer_id: stays }), await at.addOrder(code, { customer_id })];
      expect(codesOf(answers)).toEqual(['limit_reached', 'limit_reached']);
    });
  });
});
