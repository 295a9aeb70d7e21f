import type { Random } from '@stockbook/process';
import { bikes, items } from './catalogue.js';
import { makePeople, type Person } from './people.js';

export const DAYS = 364;
/** At least this many of them are placed today. */
const TODAY = 14;
const CUSTOMERS = 900;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export type LocationName = 'store' | 'riverside' | 'stall' | 'depot';
export type StatusName = 'Pending' | 'Paid' | 'Shipped' | 'Completed' | 'Cancelled';

interface Channel {
  readonly location: LocationName;
  readonly weight: number;
  readonly hours: readonly [from: number, to: number];
  readonly prefix: string;
}

/** Channels with the part of the orders that they bring, and the hours in which they do. */
export const channels = {
  counter: { location: 'store', weight: 28, hours: [9, 18], prefix: 'HS' },
  riverside: { location: 'riverside', weight: 18, hours: [10, 19], prefix: 'RV' },
  stall: { location: 'stall', weight: 12, hours: [8, 14], prefix: 'MS' },
  web: { location: 'depot', weight: 40, hours: [6, 23], prefix: 'WEB' },
  marketplace: { location: 'depot', weight: 14, hours: [1, 23], prefix: 'LZ' },
} as const satisfies Readonly<Record<string, Channel>>;
export type ChannelName = keyof typeof channels;

export const promotions = [
  { coupon: 'SPRING15', name: 'Spring service 15 %', percent: 15, months: [2, 3], chance: 0.16, limit: 0 },
  { coupon: 'BLACK20', name: 'Black week 20 %', percent: 20, months: [10], chance: 0.2, limit: 0 },
  { coupon: 'CAMP10', name: 'Camping days 10 %', percent: 10, months: [5, 6], chance: 0.12, limit: 200 },
  // More orders use it than it allows.
  { coupon: 'CLUB5', name: 'Cycling club 5 %', percent: 5, months: [0, 1, 4, 7, 8, 9, 11], chance: 0.04, limit: 45 },
] as const;

export interface PlannedLine {
  readonly sku: string;
  readonly quantity: number;
}

/** A customer wants this, whatever is in stock. */
export interface Wish {
  readonly placed: Date;
  /** 0 means today. */
  readonly daysAgo: number;
  readonly channel: ChannelName;
  /** A till knows no name. */
  readonly person: Person | undefined;
  readonly lines: readonly PlannedLine[];
  readonly status: StatusName;
  readonly promotion: (typeof promotions)[number] | undefined;
}

const WEEKDAYS = [0.6, 0.9, 0.85, 1, 1, 1.25, 1.7];
const isShop = (channel: ChannelName) => channels[channel].location !== 'depot';

/** Draws the orders of the year before `now`, the oldest first. */
export function planWishes(random: Random, now: Date, count: number): Wish[] {
  const people = makePeople(random.fork(), CUSTOMERS);
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const goods = Array.from({ length: 12 }, (_, month) => goodsOf(month));
  const days = pooled(
    Array.from({ length: DAYS }, (_, daysAgo) => {
      const date = new Date(midnight - daysAgo * DAY_MS);
      const growth = 1.25 - (0.5 * daysAgo) / DAYS;
      return [goods[date.getUTCMonth()]!.all.length * WEEKDAYS[date.getUTCDay()]! * growth * 0.01, daysAgo];
    }),
  );
  return Array.from({ length: count }, (_, index) => (index < TODAY ? 0 : random.pick(days)))
    .map((daysAgo) => planWish(random, people, goods, new Date(midnight - daysAgo * DAY_MS), now, daysAgo))
    .sort((a, b) => a.placed.getTime() - b.placed.getTime());
}

function planWish(
  random: Random,
  people: readonly Person[],
  goods: readonly GoodsOfMonth[],
  day: Date,
  now: Date,
  daysAgo: number,
): Wish {
  const month = day.getUTCMonth();
  const isMarketDay = day.getUTCDay() === 6 && month >= 3 && month <= 9;
  const isSunday = day.getUTCDay() === 0;
  const open = channelNames.filter((name) => !(isSunday && isShop(name)) && (name !== 'stall' || isMarketDay));
  const channel = random.weighted(open.map((name) => [channels[name].weight, name] as const));
  const [from, to] = channels[channel].hours;
  const moment = day.getTime() + (from + random.next() * (to - from)) * HOUR_MS;
  // Today ends now.
  const placed = daysAgo ? moment : day.getTime() + random.next() * (now.getTime() - day.getTime());
  const isKnown = !isShop(channel) || random.chance(channel === 'stall' ? 0.1 : 0.4);
  // People in front of the list come back more often.
  const person = isKnown ? people[Math.floor(people.length * random.next() ** 1.9)] : undefined;
  const running = promotions.find(({ months }) => months.some((each) => each === month));
  const promotion = running && random.chance(isKnown ? running.chance : 0) ? running : undefined;
  const { all, small } = goods[month]!;
  const lines = planLines(random, channel === 'stall' ? small : all);
  const status = isShop(channel) ? 'Completed' : statusAfter(random, daysAgo);
  return { placed: new Date(placed), daysAgo, channel, person, lines, status, promotion };
}

const channelNames: readonly ChannelName[] = ['counter', 'riverside', 'stall', 'web', 'marketplace'];

interface Good {
  readonly sku: string;
  readonly price: number;
}
/** Each article of a month stands here as often as it sells. */
interface GoodsOfMonth {
  readonly all: readonly Good[];
  /** A stall has room for these. */
  readonly small: readonly Good[];
}

const everything = [
  ...items.map(({ sku, family, season }) => ({ sku, season, ...family })),
  ...bikes.map(({ sku, price }) => ({ sku, price, demand: 2, season: [4, 5, 8, 11, 13, 13, 12, 11, 9, 6, 4, 4] })),
];

function goodsOf(month: number): GoodsOfMonth {
  const all = pooled(everything.map((each) => [each.demand * each.season[month]!, each]));
  return { all, small: all.filter(({ price }) => price < 80) };
}

/** Repeats each value as often as it weighs, so that a draw is one look into a list. */
const pooled = <T>(weighted: readonly (readonly [weight: number, value: T])[]): T[] =>
  weighted.flatMap(([weight, value]) => Array.from({ length: Math.round(weight) }, () => value));

function planLines(random: Random, goods: readonly Good[]): PlannedLine[] {
  const count = random.weighted([
    [56, 1],
    [26, 2],
    [12, 3],
    [6, 4],
  ]);
  const lines = new Map<string, number>();
  while (lines.size < count) {
    const { sku, price } = random.pick(goods);
    lines.set(sku, price < 20 && random.chance(0.35) ? random.between(2, 4) : 1);
  }
  return [...lines].map(([sku, quantity]) => ({ sku, quantity }));
}

const STATUSES: readonly { readonly from: number; readonly weights: readonly (readonly [number, StatusName])[] }[] = [
  {
    from: 12,
    weights: [
      [96, 'Completed'],
      [4, 'Cancelled'],
    ],
  },
  {
    from: 4,
    weights: [
      [70, 'Completed'],
      [25, 'Shipped'],
      [3, 'Cancelled'],
      [2, 'Pending'],
    ],
  },
  {
    from: 1,
    weights: [
      [48, 'Shipped'],
      [38, 'Paid'],
      [11, 'Pending'],
      [3, 'Cancelled'],
    ],
  },
  {
    from: 0,
    weights: [
      [65, 'Paid'],
      [35, 'Pending'],
    ],
  },
];

function statusAfter(random: Random, daysAgo: number): StatusName {
  return random.weighted(STATUSES.find(({ from }) => daysAgo >= from)!.weights);
}
