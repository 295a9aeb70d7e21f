export interface Scale {
  readonly customers: number;
  readonly items: number;
  readonly orders: number;
  readonly movements: number;
  /** The lengths of a whole run, of one of many like it, and of a run that only warms up. */
  readonly seconds: number;
  readonly shortSeconds: number;
  readonly warmSeconds: number;
  readonly limitSeconds: number;
  /** The first orders of a process run for this time, because Node compiles their path meanwhile. */
  readonly warmOrdersSeconds: number;
  readonly longSeconds: number;
  /** The long run adds this many orders a second; unless given, a part of the rate that eight clients reach. */
  readonly longRate?: number;
  /** A figure that would begin later than this after the start is left out. */
  readonly budgetSeconds: number;
  readonly rates: readonly number[];
}

export const FULL: Scale = {
  customers: 1_000_000,
  items: 100_000,
  orders: 1_000_000,
  movements: 1_000_000,
  seconds: 10,
  shortSeconds: 3,
  warmSeconds: 5,
  limitSeconds: 5,
  warmOrdersSeconds: 20,
  longSeconds: 1_800,
  budgetSeconds: Infinity,
  rates: [50, 100, 200, 300, 400, 500, 600, 700, 800, 1_000],
};

export const QUICK: Scale = {
  customers: 10_000,
  items: 2_000,
  orders: 10_000,
  movements: 10_000,
  seconds: 0.4,
  shortSeconds: 0.1,
  warmSeconds: 1,
  limitSeconds: 0.4,
  warmOrdersSeconds: 1,
  longSeconds: 3,
  budgetSeconds: 45,
  rates: [50, 100, 200, 300],
};
