import { failure, ok, refused, World } from '@stockbook/testing';
import { Counter } from '../../counter.fixture.js';

let world: World;
let counter: Counter;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (counter = await Counter.open(world)));

describe('sale/order/delete', () => {
  it('hides the order from lists but those of deleted ones', async () => {
    const kept = (await counter.place()).order_id;
    const { order_id } = await counter.place();
    expect(ok(await counter.orders.delete({ order_id }))).toEqual({ success: true, order_id });
    expect(await counter.ids({})).toEqual([kept]);
    const { orders } = ok(await counter.orders.get({ filter_deleted: true }));
    expect(orders.map(({ order_id, deleted }) => [order_id, deleted])).toEqual([
      [order_id, true],
      [kept, false],
    ]);
  });

  it('takes up to 500 at once', async () => {
    const ids = [await counter.place(), await counter.place()].map(({ order_id }) => order_id);
    expect(ok(await counter.orders.delete({ order_id: 999_999, batch_id: ids }))).toEqual({
      success: true,
      order_ids: ids,
    });
    expect(await counter.ids({})).toEqual([]);
    const many = Array.from({ length: 501 }, (_, i) => i + 1);
    expect(refused(await counter.orders.delete({ batch_id: many }))).toEqual([
      'batch_id must be a list of 0 to 500 ids.',
    ]);
  });

  it('writes who did it to history', async () => {
    const { order_id } = await counter.place();
    ok(await counter.orders.delete({ order_id }));
    expect(await counter.history(order_id)).toMatchObject([{}, { comment: 'Deleted.', user: 'owner' }]);
    expect(refused(await counter.orders.getHistory({ order_id }))).toEqual([`There is no order ${order_id}.`]);
  });

  it('deletes all of a batch or none, and names every reason', async () => {
    const { order_id } = await counter.place();
    const other = (await (await Counter.open(world)).place()).order_id;
    const missing = await counter.orders.delete({ batch_id: [order_id, other, 999_999] });
    expect(failure(missing).error).toEqual([`There is no order ${other}.`, 'There is no order 999999.']);
    const locked = (await counter.place({ order_status_id: counter.done_id })).order_id;
    const both = failure(await counter.orders.delete({ batch_id: [order_id, locked] }));
    const message = `Order ${locked} is locked: its status Done forbids changes.`;
    expect(both.error_details).toEqual([{ code: 'locked', message }]);
    expect(await counter.ids({})).toEqual([locked, order_id]);
  });

  it('is refused without an id, and the second time', async () => {
    expect(refused(await counter.orders.delete({}))).toEqual(['order_id or batch_id is required.']);
    const { order_id } = await counter.place();
    ok(await counter.orders.delete({ order_id, batch_id: [] }));
    expect(refused(await counter.orders.delete({ order_id }))).toEqual([`There is no order ${order_id}.`]);
  });
});
