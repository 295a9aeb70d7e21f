import { amountText, sumAmounts } from './amount.js';
import { inCurrency } from './discounts.js';
import type { Cart, PromotionRule, RejectCode, Rules } from './rules.js';
import { countUnits, type Line } from './units.js';

export interface Rejection {
  readonly code: RejectCode;
  readonly message: string;
}
export interface Clock {
  /** The day reads like `YYYY-MM-DD`. */
  readonly day: string;
  /** The time reads like `HH:MM`. */
  readonly time: string;
}

export function clockIn(zone: string, now: Date): Clock {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(now)
      .map(({ type, value }) => [type, value]),
  );
  const day = `${parts['year']}-${parts['month']}-${parts['day']}`;
  return { day, time: `${parts['hour']}:${parts['minute']}` };
}

const DAY_MS = 86_400_000;
const dayBefore = (day: string): string => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
/** Returns 1 for Monday to 7 for Sunday. */
const weekdayOf = (day: string): number => new Date(day).getUTCDay() || 7;

/** One for each zone: to make a format takes longer than to judge a promotion. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const [year, two] = ['numeric', '2-digit'] as const;
  const known =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      ...{ timeZone, hourCycle: 'h23', year },
      ...{ month: two, day: two, hour: two, minute: two },
    });
  formats.set(timeZone, known);
  return known;
}

/** `lines` are the eligible ones. */
export function rejectionOf(
  promotion: PromotionRule,
  lines: readonly Line[],
  cart: Cart,
  rules: Rules,
  clock: Clock,
): Rejection | undefined {
  return (
    untimely(promotion, clock) ??
    foreign(promotion, cart) ??
    exhausted(promotion, cart, rules) ??
    tooSmall(promotion, lines, cart)
  );
}

const reject = (code: RejectCode, message: string): Rejection => ({ code, message });
const promotionLabel = ({ promotion_id }: PromotionRule) => `Promotion ${promotion_id}`;

function untimely(promotion: PromotionRule, { day, time }: Clock): Rejection | undefined {
  const { status, date_start, date_end, configuration } = promotion;
  const { weekdays, hours } = configuration;
  const [from = '00:00', until = '24:00'] = hours ?? [];
  const crossesMidnight = from > until;
  const firstDay = crossesMidnight && time < until ? dayBefore(day) : day;
  if (!status) return reject('disabled', `${promotionLabel(promotion)} is disabled.`);
  if (date_start && firstDay < date_start)
    return reject('not_started', `${promotionLabel(promotion)} starts on ${date_start}.`);
  if (date_end && firstDay > date_end) return reject('ended', `${promotionLabel(promotion)} ended on ${date_end}.`);
  if (weekdays?.length && !weekdays.includes(weekdayOf(firstDay)))
    return reject('outside_hours', `${promotionLabel(promotion)} does not apply on this day of the week.`);
  const isOpen = crossesMidnight ? time >= from || time < until : time >= from && time < until;
  return isOpen ? undefined : reject('outside_hours', `${promotionLabel(promotion)} applies from ${from} to ${until}.`);
}

function foreign(promotion: PromotionRule, cart: Cart): Rejection | undefined {
  const { channel_ids, customer_group_ids, customer_limit } = promotion.configuration;
  const { channel_id, customer_id, customer_group_id } = cart;
  if (channel_ids?.length && !channel_ids.includes(channel_id))
    return reject('wrong_channel', `${promotionLabel(promotion)} does not apply in channel ${channel_id}.`);
  if (!customer_id && (customer_limit || customer_group_ids?.length))
    return reject('customer_required', `${promotionLabel(promotion)} needs a customer.`);
  if (customer_group_ids?.length && !customer_group_ids.includes(customer_group_id))
    return reject('customer_required', `${promotionLabel(promotion)} is for customers of other groups.`);
  return undefined;
}

function exhausted(promotion: PromotionRule, cart: Cart, { customer_uses }: Rules): Rejection | undefined {
  const { promotion_id, total_limit, total_used, total_held = 0, configuration } = promotion;
  const { customer_limit } = configuration;
  if (cart.granted?.includes(promotion_id)) return undefined;
  if (total_limit && total_used + total_held >= total_limit)
    return reject('limit_reached', `${promotionLabel(promotion)} has reached its limit of ${total_limit} uses.`);
  if (customer_limit && (customer_uses?.get(promotion_id) ?? 0) >= customer_limit)
    return reject(
      'customer_limit_reached',
      `Customer ${cart.customer_id} has reached the limit of ${customer_limit} uses of promotion ${promotion_id}.`,
    );
  return undefined;
}

function tooSmall(promotion: PromotionRule, lines: readonly Line[], cart: Cart): Rejection | undefined {
  const { minimum_quantity = 0 } = promotion.configuration;
  if (!lines.length) return nothingEligible(promotion);
  const minimum = inCurrency(promotion.total, cart);
  if (minimum > 0n && sumAmounts(lines.map(({ value }) => value)) < minimum)
    return reject(
      'below_minimum',
      `${promotionLabel(promotion)} needs eligible goods of at least ${amountText(minimum)}.`,
    );
  if (countUnits(lines) < minimum_quantity)
    return reject('below_minimum', `${promotionLabel(promotion)} needs at least ${minimum_quantity} eligible units.`);
  return undefined;
}

export const nothingEligible = (promotion: PromotionRule): Rejection =>
  reject('no_eligible_items', `${promotionLabel(promotion)} finds nothing in the cart to reduce.`);

export const notCombinable = (promotion: PromotionRule, with_id: number): Rejection =>
  reject('not_combinable', `${promotionLabel(promotion)} cannot be combined with promotion ${with_id}.`);

export const usedOnce = (promotion: PromotionRule): Rejection =>
  reject('not_combinable', `${promotionLabel(promotion)} applies once per order, whatever the number of its coupons.`);

export const unknownCoupon = (coupon: string): Rejection => reject('not_found', `There is no coupon ${coupon}.`);
