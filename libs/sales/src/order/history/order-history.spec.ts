import { failure, ok, refused, World } from '@stockbook/testing';
import { Counter } from '../../counter.fixture.js';

let world: World;
let counter: Counter;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (counter = await Counter.open(world)));

describe('sale/order/addHistory', () => {
  it('changes the status, and getHistory shows who did it, the latest first', async () => {
    const { order_id } = await counter.place();
    const { paid_id, pending_id } = counter.shop;
    expect(ok(await counter.orders.addHistory({ order_id, order_status_id: paid_id, comment: 'By phone' }))).toEqual({
      success: true,
    });
    expect(await counter.settled(order_id)).toMatchObject({ order_status: 'Paid', order_status_id: paid_id });
    const entry = {
      order_history_id: expect.any(Number),
      user: 'owner',
      user_id: counter.user.user_id,
      date_added: expect.stringMatching(/Z$/),
    };
    expect(ok(await counter.orders.getHistory({ order_id }))).toEqual({
      order_id,
      order_status_id: paid_id,
      total: 2,
      histories: [
        { ...entry, order_status: 'Paid', order_status_id: paid_id, comment: 'By phone' },
        { ...entry, order_status: 'Pending', order_status_id: pending_id, comment: '' },
      ],
    });
  });

  it('adds a comment without changing the order', async () => {
    const before = await counter.settled((await counter.place()).order_id);
    const { order_id, order_status_id } = before;
    ok(await counter.orders.addHistory({ order_id, comment: 'first' }));
    ok(await counter.orders.addHistory({ order_id, order_status_id: 0, comment: 'second' }));
    ok(await counter.orders.addHistory({ order_id, order_status_id, comment: 'third' }));
    expect(await counter.settled(order_id)).toEqual(before);
    const history = await counter.history(order_id);
    expect(history.map(({ comment }) => comment)).toEqual(['', 'first', 'second', 'third']);
  });

  it('locks an order once its own status is given again after that began to lock', async () => {
    const { order_id } = await counter.place();
    const { pending_id: order_status_id } = counter.shop;
    ok(await counter.user.api.setting.order_status.edit({ order_status_id, lock: true }));
    await world.settled();
    expect((await counter.settled(order_id)).locked).toBe(false);
    ok(await counter.orders.addHistory({ order_id, order_status_id }));
    expect((await counter.settled(order_id)).locked).toBe(true);
  });

  it('comes in pages', async () => {
    const { order_id } = await counter.place();
    for (const comment of ['1', '2', '3', '4']) ok(await counter.orders.addHistory({ order_id, comment }));
    const page = async (page: number) => {
      const { total, histories } = ok(await counter.orders.getHistory({ order_id, page, limit: 2 }));
      return [total, ...histories.map(({ comment }) => comment)];
    };
    expect([await page(1), await page(2), await page(3)]).toEqual([
      [5, '4', '3'],
      [5, '2', '1'],
      [5, ''],
    ]);
  });

  it('lets a locked order be commented on, and change to a status that leaves its stock alone', async () => {
    const { order_id } = await counter.place({ order_status_id: counter.done_id });
    ok(await counter.orders.addHistory({ order_id, comment: 'Called' }));
    const back = await counter.orders.addHistory({ order_id, order_status_id: counter.shop.pending_id });
    const message = `Order ${order_id} is locked: its status Done forbids changes.`;
    expect(failure(back).error_details).toEqual([{ code: 'locked', message }]);
    ok(await counter.orders.addHistory({ order_id, order_status_id: counter.shop.paid_id }));
    ok(await counter.orders.addHistory({ order_id, order_status_id: counter.shop.pending_id }));
    expect(await counter.settled(order_id)).toMatchObject({ locked: false, order_status: 'Pending' });
  });

  it('changes each order of a batch by itself, once for a key', async () => {
    const [first, last] = [await counter.place(), await counter.place()].map(({ order_id }) => order_id) as [
      number,
      number,
    ];
    const locked = (await counter.place({ order_status_id: counter.done_id })).order_id;
    const elsewhere = (await (await Counter.open(world)).place()).order_id;
    const { pending_id, paid_id } = counter.shop;
    ok(await counter.orders.addHistory({ order_id: last, order_status_id: paid_id }));
    const request = { batch_id: [last, locked, elsewhere, first, last], order_status_id: pending_id, comment: 'Again' };
    const missing = `There is no order ${elsewhere}.`;
    const isLocked = `Order ${locked} is locked: its status Done forbids changes.`;
    const results = [
      { order_id: last, success: true },
      { order_id: locked, success: false, error: [isLocked], error_details: [{ code: 'locked', message: isLocked }] },
      {
        ...{ order_id: elsewhere, success: false, error: [missing] },
        error_details: [{ code: 'unknown_record', message: missing }],
      },
      { order_id: first, success: true },
    ];
    expect(ok(await counter.orders.addHistory({ ...request, dry_run: true })).results).toEqual(results);
    const keyed = { ...request, idempotency_key: 'all' };
    expect(ok(await counter.orders.addHistory(keyed))).toEqual({ success: true, results });
    ok(await counter.orders.addHistory({ order_id: locked, order_status_id: paid_id }));
    expect(ok(await counter.orders.addHistory(keyed)).results).toEqual(results);
    const comments = async (id: number) => (await counter.history(id)).map(({ comment }) => comment);
    expect(await Promise.all([first, last, locked].map(comments))).toEqual([
      ['', 'Again'],
      ['', '', 'Again'],
      ['', ''],
    ]);
  });

  it('takes up to 500 orders', async () => {
    const { order_id } = await counter.place();
    const batch_id = [order_id, ...Array.from({ length: 499 }, (_, i) => 900_000 + i)];
    const { results } = ok(await counter.orders.addHistory({ batch_id, comment: 'Seen' }));
    expect(results?.map((each) => each.success)).toEqual(batch_id.map((id) => id === order_id));
    expect(refused(await counter.orders.addHistory({ batch_id: [...batch_id, 1], comment: 'Seen' }))).toEqual([
      'batch_id must be a list of 0 to 500 ids.',
    ]);
  });

  it('changes orders of a batch that others held when the request is repeated, and no other twice', async () => {
    const batch_id = [(await counter.place()).order_id, (await counter.place()).order_id];
    const keyed = { batch_id, comment: 'Seen', idempotency_key: 'busy' };
    const runner = world.assembly.running.sales.db.source.createQueryRunner();
    await runner.startTransaction();
    await runner.query('SELECT FROM sales.sale_order WHERE order_id = $1 FOR UPDATE', [batch_id[0]]);
    const outcomes = async () => ok(await counter.orders.addHistory(keyed)).results?.map(({ success }) => success);
    expect(await outcomes()).toEqual([false, true]);
    await runner.rollbackTransaction();
    await runner.release();
    expect(await Promise.all([outcomes(), outcomes()])).toEqual([
      [true, true],
      [true, true],
    ]);
    for (const id of batch_id) expect((await counter.history(id)).map(({ comment }) => comment)).toEqual(['', 'Seen']);
  });

  it('is refused without status and comment, for an unknown status, and for an order that is not there', async () => {
    const { order_id } = await counter.place();
    expect(refused(await counter.orders.addHistory({ order_id }))).toEqual(['order_status_id or comment is required.']);
    expect(refused(await counter.orders.addHistory({ order_id, order_status_id: 999 }))).toEqual([
      'There is no order status 999.',
    ]);
    expect(refused(await counter.orders.addHistory({ order_id: 999_999, order_status_id: 999 }))).toEqual([
      'There is no order 999999.',
      'There is no order status 999.',
    ]);
    const others = (await (await Counter.open(world)).place()).order_id;
    for (const missing of [others, 999_999]) {
      const none = [`There is no order ${missing}.`];
      expect(refused(await counter.orders.addHistory({ order_id: missing, comment: 'x' }))).toEqual(none);
      expect(refused(await counter.orders.getHistory({ order_id: missing }))).toEqual(none);
    }
  });

  it('takes ten changes of one order at the same moment, one after the other', async () => {
    const { order_id } = await counter.place();
    const { paid_id, pending_id } = counter.shop;
    const changes = Array.from({ length: 10 }, (_, i) => ({
      order_id,
      order_status_id: i % 2 ? paid_id : pending_id,
      comment: `${i}`,
    }));
    await Promise.all(changes.map(async (change) => ok(await counter.orders.addHistory(change))));
    const history = await counter.history(order_id);
    expect(history).toHaveLength(11);
    expect(await counter.settled(order_id)).toMatchObject({ order_status_id: history.at(-1)?.order_status_id });
  });
});
