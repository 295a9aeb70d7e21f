import { type Operations, StockbookError } from '@stockbook/client';
import { setTimeout as delay } from 'node:timers/promises';
import type { Goods } from './goods.js';
import { dated, type Once } from './once.js';
import { orderBody } from './order-body.js';
import type { PlannedLine } from './orders.js';
import type { Places } from './places.js';
import type { Period, PlannedCount, PlannedOrder, Purchase, Return } from './plan.js';

/** A count waits this long for orders that are on their way into the ledger: a person may have moved some stock. */
const SETTLED_MS = 5_000;
/** Missing pieces are asked for again after this time, so often in the whole year. */
const AGAIN_MS = 100;
const TRIES = 150;

/** Ids of an order and its lines. */
interface Placed {
  readonly order_id: number;
  readonly line_ids: readonly number[];
}

/** Sends what a shop does in a period. */
export class Trade {
  private readonly imported = new Map<string, Placed>();
  private triesLeft = TRIES;

  constructor(
    private readonly api: Operations,
    private readonly once: Once,
    private readonly places: Places,
    private readonly goods: Goods,
  ) {}

  /** The goods of a period are there before its orders. */
  async begin({ purchases, transfers, prices }: Period, period: number): Promise<void> {
    const { inventory } = this.api;
    await Promise.all(purchases.map((purchase) => this.purchase(purchase, `${period} ${purchase.brand}`)));
    await Promise.all([
      ...transfers.map(({ to, lines }) =>
        this.move(lines, (there) =>
          inventory.transfer.add(
            {
              comment: 'Weekly delivery',
              transfer: this.lines(there, {
                from_location_id: this.places.locations.depot,
                to_location_id: this.places.locations[to],
              }),
            },
            this.once(`transfer ${period} ${to}`),
          ),
        ),
      ),
      ...prices.map(({ sku, price }) =>
        inventory.item.edit({ item_id: this.goods.idOf(sku), price }, this.once(`price ${period} ${sku}`)),
      ),
    ]);
  }

  async place(orders: readonly PlannedOrder[]): Promise<void> {
    await Promise.all(
      orders.map(async (order) => {
        const { importOrder } = this.api.integration.channel;
        const { order: placed } = await importOrder(
          orderBody(order, this.places, this.goods),
          this.once(`order ${order.number}`),
        );
        const line_ids = placed.products.map(({ order_product_id }) => order_product_id);
        this.imported.set(order.number, { order_id: placed.order_id, line_ids });
      }),
    );
  }

  /** Takes back pieces of the period before, and books what is lost. */
  async end({ returns, losses, end }: Period, period: number): Promise<void> {
    const { sale, inventory } = this.api;
    await Promise.all([
      ...returns.map((each) =>
        this.move([each], () =>
          sale.credit_note.add({ ...this.creditNote(each), ...dated(end) }, this.once(`return ${each.order.number}`)),
        ),
      ),
      ...losses.map(({ location, reason, lines }) =>
        this.move(lines, (there) =>
          inventory.deduction.add(
            {
              comment: reason,
              ...dated(end),
              deduction: there.map(({ sku, quantity }) => ({
                ...{ item_id: this.goods.idOf(sku), name: '', quantity, cost: this.goods.costOf(sku) },
                location_id: this.places.locations[location],
              })),
            },
            this.once(`loss ${period}`),
          ),
        ),
      ),
    ]);
  }

  async count({ location, category, lines }: PlannedCount, period: number): Promise<void> {
    const { stock_take_job } = this.api.inventory;
    const location_id = this.places.locations[location];
    const items = lines.map(({ sku, quantity }) => ({ item_id: this.goods.idOf(sku), quantity }));
    const job = { location_id, comment: `${category} counted`, items: items.map(({ item_id }) => ({ item_id })) };
    const { item_stock_take_job_id, replayed } = await stock_take_job.add(job, this.once(`count ${period}`));
    if (!replayed) await this.settled(location_id, lines);
    await stock_take_job.count({ item_stock_take_job_id, items }, this.once(`counted ${period}`));
    await stock_take_job.complete({ item_stock_take_job_id }, this.once(`count done ${period}`));
  }

  async purchase({ brand, arrival, lines, received }: Purchase, name: string): Promise<void> {
    const { inventory } = this.api;
    const { depot } = this.places.locations;
    const withCost = (given: readonly PlannedLine[]) =>
      given.map(({ sku, quantity }) => ({ item_id: this.goods.idOf(sku), quantity, cost: this.goods.costOf(sku) }));
    const day = arrival.toISOString().slice(0, 10);
    const { purchase_order_id } = await inventory.purchase_order.add(
      {
        ...{ location_id: depot, supplier_id: this.places.suppliers[brand], date_estimated_arrival: day },
        ...(received.length === lines.length && { date_received: day }),
        item: withCost(lines),
      },
      this.once(`purchase ${name}`),
    );
    if (!received.length) return;
    const addition = withCost(received).map((line) => ({ ...line, location_id: depot }));
    await inventory.addition.add(
      { purchase_order_id, comment: `Delivery of ${day}`, ...dated(arrival), addition },
      this.once(`receipt ${name}`),
    );
  }

  /** Pieces may be on their way to or from a customer; those that a person has taken meanwhile are left out. */
  private async move<T>(lines: readonly T[], send: (there: readonly T[]) => Promise<unknown>): Promise<void> {
    for (let there = lines; there.length;) {
      try {
        await send(there);
        return;
      } catch (error) {
        // An earlier start has moved what was there.
        if (error instanceof StockbookError && error.code === 'key_reused') return;
        const missing = missingLines(error);
        if (!missing.size) throw error;
        if (this.triesLeft-- > 0) await delay(AGAIN_MS);
        else there = there.filter((_, index) => !missing.has(index));
      }
    }
  }

  private creditNote({ order, line }: Return) {
    const placed = this.imported.get(order.number);
    const order_product_id = placed?.line_ids[line] ?? 0;
    return {
      order_id: placed?.order_id ?? 0,
      restock: 1,
      comment: 'Returned',
      products: [{ order_product_id, quantity: 1 }],
    };
  }

  private lines<T extends object>(lines: readonly PlannedLine[], fields: T) {
    return lines.map(({ sku, quantity }) => ({ item_id: this.goods.idOf(sku), quantity, ...fields }));
  }

  /** A person may have moved some of it meanwhile, so the wait has an end. */
  private async settled(location_id: number, lines: PlannedCount['lines']): Promise<void> {
    const expected = new Map(lines.map(({ sku, expected }) => [sku, expected]));
    for (const end = Date.now() + SETTLED_MS; Date.now() < end;) {
      const found = await Promise.all(
        lines.map(({ sku }) => this.api.inventory.item.get({ item_id: this.goods.idOf(sku), fields: 'sku,locations' })),
      );
      const isSettled = found
        .flatMap(({ items }) => items)
        .every(
          ({ sku = '', locations }) =>
            locations?.find((each) => each.location_id === location_id)?.on_hand === expected.get(sku),
        );
      if (isSettled) return;
    }
  }
}

/** Returns the places of the lines whose pieces are not there; none if the request was refused for something else. */
function missingLines(error: unknown): ReadonlySet<number> {
  if (!(error instanceof StockbookError) || error.code !== 'insufficient_stock') return new Set();
  // A credit note, which has one line here, names no line.
  return new Set(error.details.map(({ field = '' }) => Number(/\[(\d+)\]/.exec(field)?.[1] ?? 0)));
}
