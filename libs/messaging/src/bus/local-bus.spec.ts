import { BATCH_BYTES, BATCH_EVENTS } from './turns.js';
import { conformsToTheEventBus, eventsOf, gate } from './event-bus.conformance.js';
import { LocalBus } from './local-bus.js';

conformsToTheEventBus(async () => new LocalBus());

describe('the local bus', () => {
  const to = { group: 'inventory', topics: ['order'] };
  let bus: LocalBus;
  beforeEach(() => (bus = new LocalBus()));
  afterEach(() => bus.close());

  it('takes events when every group has committed them', async () => {
    const door = gate();
    const order: string[] = [];
    await bus.subscribe(to, async () => void order.push('fast'));
    await bus.subscribe({ ...to, group: 'webhooks' }, () => door.pass().then(() => void order.push('slow')));
    const published = bus.publish(eventsOf('order', 1)).then(() => order.push('published'));
    await door.waiting;
    door.open();
    await published;
    expect(order).toEqual(['fast', 'slow', 'published']);
  });

  it('refuses events that a group could not apply, after the other groups have finished', async () => {
    const door = gate();
    let isApplied = false;
    await bus.subscribe(to, () => Promise.reject(new Error('no stock')));
    await bus.subscribe({ ...to, group: 'webhooks' }, () => door.pass().then(() => void (isApplied = true)));
    const published = bus.publish(eventsOf('order', 1));
    await door.waiting;
    door.open();
    await expect(published).rejects.toThrow('no stock');
    expect(isApplied).toBe(true);
  });

  it('names every group that failed', async () => {
    await bus.subscribe(to, () => Promise.reject(new Error('no stock')));
    await bus.subscribe({ ...to, group: 'webhooks' }, () => Promise.reject(new Error('no endpoint')));
    const fault: AggregateError = await bus.publish(eventsOf('order', 1)).catch((reason) => reason);
    expect(fault.errors).toEqual([new Error('no stock'), new Error('no endpoint')]);
  });

  it('hands out nothing of a publication after the batch that failed', async () => {
    let batches = 0;
    await bus.subscribe(to, async () => {
      batches++;
      throw new Error('no stock');
    });
    await expect(bus.publish(eventsOf('order', 2 * BATCH_EVENTS))).rejects.toThrow('no stock');
    expect(batches).toBe(1);
  });

  it('forgets at the deadline what it has not begun', async () => {
    const door = gate();
    const batches: number[] = [];
    const subscription = await bus.subscribe(to, (batch) => door.pass().then(() => void batches.push(batch.length)));
    const deadline = new AbortController();
    const [begun, waiting] = [BATCH_EVENTS + 1, 2].map((count) =>
      bus.publish(eventsOf('order', count), deadline.signal),
    );
    await door.waiting;
    deadline.abort(new Error('too late'));
    await expect(begun).rejects.toThrow('too late');
    await expect(waiting).rejects.toThrow('too late');
    await expect(bus.publish(eventsOf('order', 3), deadline.signal)).rejects.toThrow('too late');
    expect(await subscription.lag()).toBe(0);
    const next = bus.publish(eventsOf('order', 4));
    door.open();
    await next;
    expect(batches).toEqual([BATCH_EVENTS, 4]);
  });

  it('applies small events of other accounts beside a large one', async () => {
    const door = gate();
    const applied: number[] = [];
    await bus.subscribe(to, async (batch) => {
      if (batch.some(({ account_id }) => account_id === 1)) await door.pass();
      applied.push(...batch.map(({ account_id }) => account_id));
    });
    const [large, behind] = eventsOf('order', 2, 1).map((event, i) =>
      i ? event : { ...event, payload: { text: 'x'.repeat(BATCH_BYTES) } },
    );
    const held = bus.publish([large!, behind!]);
    await door.waiting;
    for (const account_id of [2, 3]) await bus.publish(eventsOf('order', 1).map((event) => ({ ...event, account_id })));
    expect(applied).toEqual([2, 3]);
    const closed = bus.close();
    door.open();
    await closed;
    await expect(held).rejects.toThrow('closed');
    expect(applied).toEqual([2, 3, 1]);
  });

  it('has one subscription of a group', async () => {
    await bus.subscribe(to, async () => undefined);
    await expect(bus.subscribe(to, async () => undefined)).rejects.toThrow('The group inventory has a subscription');
  });
});
