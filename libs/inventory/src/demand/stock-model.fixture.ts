import { Big } from 'big.js';

/** One thing that happens to the stock of an item. */
export type Happening =
  | { readonly kind: 'receipt'; readonly location: number; readonly quantity: number; readonly unit_cost?: number }
  | { readonly kind: 'deduction'; readonly location: number; readonly quantity: number; readonly unit_cost?: number }
  | { readonly kind: 'transfer'; readonly location: number; readonly to: number; readonly quantity: number }
  | { readonly kind: 'demands'; readonly demands: readonly { readonly order: number; readonly quantity: number }[] }
  | { readonly kind: 'policy'; readonly allow: boolean };

interface Line {
  wanted: number;
  taken: number;
  value: Big;
  /** The time at which it began to wait. */
  since: number;
}

/**
 * States the rules of stock and cost in their plainest words, for one item; each order has one line, at a location of
 * its own. It predicts costs and the queue of waiting orders independently of the ledger, while the model of
 * `chaos/src/load/model.ts` has neither and keeps what was acknowledged.
 */
export class StockModel {
  readonly levels = [0, 0];
  readonly orders: Line[] = [0, 1, 2, 3].map(() => ({ wanted: 0, taken: 0, value: new Big(0), since: 0 }));
  pool = new Big(0);
  average = new Big(0);
  private allow = false;
  private clock = 0;

  get quantity(): number {
    return this.levels.reduce((sum, level) => sum + level, 0);
  }

  /** Tells whether the happening was granted. */
  apply(happening: Happening): boolean {
    switch (happening.kind) {
      case 'receipt':
        this.bringIn(happening.location, happening.quantity, new Big(happening.unit_cost ?? this.average));
        break;
      case 'deduction':
        if (!this.has(happening.location, happening.quantity)) return false;
        this.takeOut(happening.location, happening.quantity, happening.unit_cost);
        break;
      case 'transfer':
        if (happening.to !== happening.location && !this.has(happening.location, happening.quantity)) return false;
        this.levels[happening.location]! -= happening.quantity;
        this.levels[happening.to]! += happening.quantity;
        break;
      case 'demands':
        for (const { order, quantity } of happening.demands) {
          const line = this.orders[order]!;
          if (line.wanted <= line.taken) line.since = ++this.clock;
          line.wanted = quantity;
          this.giveBack(order);
        }
        break;
      case 'policy':
        this.allow = happening.allow;
    }
    for (const line of this.orders.toSorted((one, other) => one.since - other.since))
      this.serve(this.orders.indexOf(line));
    return true;
  }

  private has(location: number, quantity: number): boolean {
    return this.allow || this.levels[location]! >= quantity;
  }

  /** Tells whether an order at the same location has waited longer. */
  private isQueued(order: number): boolean {
    const older = this.orders.filter(
      (line, other) => other % 2 === order % 2 && line.since < this.orders[order]!.since,
    );
    return !this.allow && older.some(({ wanted, taken }) => taken < wanted);
  }

  private bringIn(location: number, quantity: number, unit_cost: Big): void {
    const before = this.quantity;
    this.levels[location]! += quantity;
    this.pool = before > 0 ? this.pool.plus(unit_cost.times(quantity)) : unit_cost.times(this.quantity);
    this.average = before > 0 ? this.pool.div(this.quantity) : unit_cost;
  }

  private takeOut(location: number, quantity: number, unit_cost?: number): void {
    this.levels[location]! -= quantity;
    const left = this.quantity;
    const isMixed = unit_cost !== undefined && left > 0;
    const pool = isMixed ? this.pool.minus(new Big(unit_cost).times(quantity)) : this.average.times(left);
    this.pool = isMixed && pool.lt(0) ? new Big(0) : pool;
    if (isMixed) this.average = this.pool.div(left);
  }

  private giveBack(order: number): void {
    const line = this.orders[order]!;
    const back = line.taken - line.wanted;
    if (back <= 0) return;
    const value = line.value.times(back).div(line.taken);
    this.bringIn(order % 2, back, value.div(back));
    line.value = line.value.minus(value);
    line.taken = line.wanted;
  }

  private serve(order: number): void {
    const line = this.orders[order]!;
    const missing = line.wanted - line.taken;
    if (missing <= 0 || this.isQueued(order) || !this.has(order % 2, missing)) return;
    line.value = line.value.plus(this.average.times(missing));
    this.takeOut(order % 2, missing);
    line.taken = line.wanted;
  }
}
