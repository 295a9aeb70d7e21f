import { Random } from '@stockbook/process';
import { bikes, type BrandName, type CategoryName, items, type PlannedItem, suppliers } from './catalogue.js';
import { channels, DAYS, type LocationName, type PlannedLine, planWishes, type Wish } from './orders.js';
import { Shelves } from './shelves.js';

const ORDERS = 3_000;
const PERIOD_DAYS = 14;
const PERIODS = DAYS / PERIOD_DAYS;
const DAY_MS = 86_400_000;
/** In the last month some goods do not come, so orders wait for them. */
const LATE = PERIODS - 2;
const SHOPS = ['store', 'riverside', 'stall'] as const;
/** A shop shows this many pieces of each item beside those that it sells. */
const SHOWN = 2;
const SPARE = 3;

export interface Purchase {
  readonly brand: BrandName;
  readonly arrival: Date;
  readonly lines: readonly PlannedLine[];
  /** The lines that arrived. */
  readonly received: readonly PlannedLine[];
}
export interface PlannedOrder extends Wish {
  readonly number: string;
  /** The price of each line on its day. */
  readonly prices: readonly number[];
}
export interface Return {
  readonly order: PlannedOrder;
  readonly line: number;
}
export interface PlannedCount {
  readonly location: LocationName;
  readonly category: CategoryName;
  readonly lines: readonly (PlannedLine & { readonly expected: number })[];
}
export interface Period {
  readonly end: Date;
  readonly purchases: readonly Purchase[];
  readonly transfers: readonly { readonly to: LocationName; readonly lines: readonly PlannedLine[] }[];
  readonly prices: readonly { readonly sku: string; readonly price: number }[];
  readonly orders: readonly PlannedOrder[];
  readonly returns: readonly Return[];
  readonly losses: readonly {
    readonly location: LocationName;
    readonly reason: string;
    readonly lines: readonly PlannedLine[];
  }[];
  readonly count: PlannedCount | undefined;
}
export interface Year {
  readonly opening: Shelves;
  readonly closing: Shelves;
  readonly periods: readonly Period[];
  /** Purchases that are still under way. */
  readonly coming: readonly Purchase[];
}

/** Families whose price changes, by the period of the change. */
const PRICE_CHANGES: Readonly<Record<number, readonly [code: string, factor: number]>> = {
  3: ['TALL', 1.07],
  6: ['JDWN', 0.8],
  8: ['BOTL', 1.1],
  11: ['TNT2', 0.92],
  14: ['TUBE', 1.15],
  17: ['SHTL', 0.85],
  19: ['JDWN', 1.25],
  21: ['LFRT', 0.9],
  23: ['HCTY', 1.06],
};
const COUNTS: Readonly<Record<number, readonly [LocationName, CategoryName]>> = {
  5: ['store', 'Tyres'],
  11: ['depot', 'Jerseys'],
  17: ['riverside', 'Lights'],
  23: ['depot', 'Tools'],
};
const REASONS = ['Damaged in the window', 'Missing from the shelf', 'Wet carton', 'Worn out as a demonstrator'];

const partsOf = new Map(bikes.map(({ sku, parts }) => [sku, parts]));
/** Returns the lines that leave the shelves: a bike leaves as its parts. */
export const moved = (lines: readonly PlannedLine[]): PlannedLine[] =>
  lines.flatMap(({ sku, quantity }) => (partsOf.get(sku) ?? [sku]).map((part) => ({ sku: part, quantity })));
const deducts = ({ status }: Wish): boolean => status !== 'Pending' && status !== 'Cancelled';

/** Plans a year of trade that ends now; equal arguments give equal years. */
export function planYear(seed: number, now: Date, orders = ORDERS): Year {
  const random = new Random(seed);
  const wishes = planWishes(random, now, orders);
  const byPeriod = Array.from({ length: PERIODS }, (_, period) =>
    wishes.filter(({ daysAgo }) => Math.floor((DAYS - 1 - daysAgo) / PERIOD_DAYS) === period),
  );
  const demands = byPeriod.map(demandOf);
  return new Planning(random, now, byPeriod, demands).plan();
}

function demandOf(wishes: readonly Wish[]): Shelves {
  const demand = new Shelves();
  for (const wish of wishes.filter(deducts)) {
    for (const { sku, quantity } of moved(wish.lines)) demand.add(channels[wish.channel].location, sku, quantity);
  }
  return demand;
}

/** Walks through the year and knows what lies on each shelf. */
class Planning {
  private readonly stock = new Shelves();
  private readonly prices = new Map([
    ...items.map(({ sku, family }) => [sku, family.price] as const),
    ...bikes.map(({ sku, price }) => [sku, price] as const),
  ]);
  private readonly numbers = new Map<string, number>();
  private sold: PlannedOrder[] = [];

  constructor(
    private readonly random: Random,
    private readonly now: Date,
    private readonly wishes: readonly (readonly Wish[])[],
    private readonly demands: readonly Shelves[],
  ) {}

  plan(): Year {
    for (const item of items) {
      for (const shop of SHOPS) this.stock.add(shop, item.sku, this.wanted(shop, item, 0));
      this.stock.add('depot', item.sku, this.missing(item, 0));
    }
    const opening = this.stock.copy();
    const periods = this.wishes.map((_, period) => this.period(period));
    return { opening, periods, closing: this.stock, coming: this.coming() };
  }

  private period(period: number): Period {
    const purchases = period ? this.purchases(period) : [];
    const transfers = period ? this.transfers(period) : [];
    const prices = this.priceChanges(period);
    const returns = this.returns();
    const orders = this.wishes[period]!.map((wish) => this.order(wish, period >= LATE));
    this.sold = orders;
    const end = this.dateOf(period + 1);
    return {
      end,
      purchases,
      transfers,
      prices,
      orders,
      returns,
      losses: this.losses(period),
      count: this.count(period),
    };
  }

  /** Pieces that a shop wants on its shelf for a period. */
  private wanted(shop: LocationName, { sku, family }: PlannedItem, period: number): number {
    const isShown = shop !== 'stall' && family.price < 300;
    return (this.demands[period]?.of(shop, sku) ?? 0) + (isShown ? SHOWN : 0);
  }

  /** Pieces that are too few until the next purchase. */
  private missing({ sku, family }: PlannedItem, period: number): number {
    const horizon = this.demands.slice(period, period + suppliers[family.brand].every);
    const demand = horizon.reduce((sum, each) => sum + each.total(sku), 0);
    return Math.max(0, demand + SHOWN * SHOPS.length + SPARE - this.stock.total(sku));
  }

  private purchases(period: number): Purchase[] {
    const due = brands.filter((brand) => period % suppliers[brand].every === 0);
    return due.flatMap((brand) => {
      const lines = items
        .filter(({ family }) => family.brand === brand)
        .map((item) => ({ sku: item.sku, quantity: this.missing(item, period) }))
        .filter(({ quantity }) => quantity > 0);
      const received = lines.filter(() => period < LATE || !this.random.chance(0.25));
      for (const { sku, quantity } of received) this.stock.add('depot', sku, quantity);
      return lines.length ? [{ brand, arrival: this.dateOf(period), lines, received }] : [];
    });
  }

  private transfers(period: number): Period['transfers'] {
    return SHOPS.map((to) => {
      const lines = items.flatMap((item) => {
        const needed = this.wanted(to, item, period) - this.stock.of(to, item.sku);
        const quantity = Math.min(needed, this.stock.of('depot', item.sku));
        return quantity > 0 ? [{ sku: item.sku, quantity }] : [];
      });
      for (const { sku, quantity } of lines) {
        this.stock.add('depot', sku, -quantity);
        this.stock.add(to, sku, quantity);
      }
      return { to, lines };
    }).filter(({ lines }) => lines.length);
  }

  private priceChanges(period: number): Period['prices'] {
    const [code, factor] = PRICE_CHANGES[period] ?? ['', 1];
    return items
      .filter(({ family }) => family.code === code)
      .map(({ sku }) => {
        const price = Math.floor((this.prices.get(sku) ?? 0) * factor) + 0.9;
        this.prices.set(sku, price);
        return { sku, price };
      });
  }

  /** A shop sells only what it has; an order from afar waits for what is missing, and is not sent before. */
  private order(wish: Wish, mayWait: boolean): PlannedOrder {
    const { location } = channels[wish.channel];
    const isThere = (line: PlannedLine) => !deducts(wish) || this.stock.has(location, moved([line]));
    const there = wish.lines.filter(isThere);
    const waits = there.length < wish.lines.length && mayWait && location === 'depot';
    const some = there.length ? there : [this.inStock(location)];
    const kept = waits ? { lines: wish.lines, status: 'Paid' as const } : { lines: some, status: wish.status };
    if (deducts({ ...wish, ...kept })) {
      // Pieces that an order waits for are owed to it: the next delivery serves it first.
      for (const { sku, quantity } of moved(kept.lines)) this.stock.add(location, sku, -quantity);
    }
    const { prefix } = channels[wish.channel];
    const number = (this.numbers.get(prefix) ?? 10_000) + 1;
    this.numbers.set(prefix, number);
    const prices = kept.lines.map(({ sku }) => this.prices.get(sku) ?? 0);
    return { ...wish, ...kept, number: `${prefix}-${number}`, prices };
  }

  private inStock(location: LocationName): PlannedLine {
    const sku = items.map((item) => item.sku).find((each) => this.stock.of(location, each) > 0);
    if (sku === undefined) throw new Error(`The demo has planned no stock at ${location}.`);
    return { sku, quantity: 1 };
  }

  /** Some customers bring a piece back in the next period. */
  private returns(): Return[] {
    const { random } = this;
    const returned: Return[] = [];
    for (const order of this.sold) {
      if (order.status !== 'Completed' || !order.person || !random.chance(0.05)) continue;
      const { location } = channels[order.channel];
      const line = random.between(0, order.lines.length - 1);
      const parts = moved([{ sku: order.lines[line]!.sku, quantity: 1 }]);
      // Orders are placed side by side: where one waits, any of them may.
      if (parts.some(({ sku }) => this.stock.of(location, sku) < 0)) continue;
      for (const { sku } of parts) this.stock.add(location, sku, 1);
      returned.push({ order, line });
    }
    return returned;
  }

  private losses(period: number): Period['losses'] {
    if (period % 2) return [];
    const location = this.random.pick(['store', 'riverside', 'depot'] as const);
    const spare = items.filter(({ sku }) => this.stock.of(location, sku) >= SHOWN);
    const lines = [...new Set(Array.from({ length: this.random.between(1, 3) }, () => this.random.pick(spare).sku))];
    for (const sku of lines) this.stock.add(location, sku, -1);
    const reason = this.random.pick(REASONS);
    return [{ location, reason, lines: lines.map((sku) => ({ sku, quantity: 1 })) }];
  }

  private count(period: number): PlannedCount | undefined {
    const planned = COUNTS[period];
    if (!planned) return undefined;
    const [location, category] = planned;
    const counted = items.filter(({ family }) => family.category === category);
    const lines = counted.map(({ sku }) => {
      const expected = this.stock.of(location, sku);
      const difference = this.random.weighted([
        [86, 0],
        [expected ? 10 : 0, -1],
        [4, 1],
      ] as const);
      this.stock.add(location, sku, difference);
      return { sku, expected, quantity: expected + difference };
    });
    return { location, category, lines };
  }

  private coming(): Purchase[] {
    return brands.map((brand) => {
      const lines = items
        .filter(({ family }) => family.brand === brand && this.random.chance(0.4))
        .map(({ sku }) => ({ sku, quantity: 5 * this.random.between(1, 5) }));
      const arrival = new Date(this.now.getTime() + this.random.between(2, suppliers[brand].lead) * DAY_MS);
      return { brand, arrival, lines, received: [] };
    });
  }

  private dateOf(period: number): Date {
    return new Date(this.now.getTime() - (DAYS - period * PERIOD_DAYS) * DAY_MS);
  }
}

const brands = [...new Set(items.map(({ family }) => family.brand))];
