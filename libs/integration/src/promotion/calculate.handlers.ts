import {
  type Caller,
  type CallOf,
  type CustomerGroupOf,
  type Fault,
  noRecord,
  noReference,
  promotion,
  Refused,
  shownDate,
} from '@stockbook/contracts';
import { Db, maySee, statement, visibleIds } from '@stockbook/persistence';
import { Handles, publishActions } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { ChannelRow } from '../channel/channel.entity.js';
import { PromotionCart } from './cart/promotion-cart.js';
import { grantHolds, releaseHolds } from './use/promotion-ledger.js';

/** The audit log uses this name. */
const resource = 'extension/total/promotion';
const MINUTES = 15;
const LIMITS = ['limit_reached', 'customer_limit_reached'];

const COUNTERS = statement(
  'verify_promotions',
  `SELECT promotion_id, total_limit, total_used, total_held,
     (SELECT count(*) FROM integration.promotion_history use WHERE use.account_id = promotion.account_id
        AND use.promotion_id = promotion.promotion_id AND use.date_deleted IS NULL AND use.counted) AS uses,
     (SELECT count(*) FROM integration.promotion_history use WHERE use.account_id = promotion.account_id
        AND use.promotion_id = promotion.promotion_id AND use.date_deleted IS NULL
        AND use.counted AND use.message <> '') AS over,
     (SELECT count(*) FROM integration.promotion_hold hold WHERE hold.account_id = promotion.account_id
        AND hold.promotion_id = promotion.promotion_id AND hold.order_id = 0) AS holds
   FROM integration.promotion
   WHERE account_id = $1 AND ($2::bigint IS NULL OR (promotion_id = $2 AND date_deleted IS NULL))
   ORDER BY promotion_id`,
);
interface Counters {
  readonly promotion_id: number;
  readonly total_limit: number;
  readonly total_used: number;
  readonly total_held: number;
  readonly uses: number;
  readonly over: number;
  readonly holds: number;
}

@Controller()
export class CalculateHandlers {
  constructor(
    private readonly db: Db,
    private readonly carts: PromotionCart,
  ) {}

  @Handles(promotion.calculate)
  async calculate(call: CallOf<typeof promotion.calculate>) {
    refuseForeignChannel(call.caller, call.input);
    return (await this.carts.evaluate(call)).calculated;
  }

  @Handles(promotion.reserve)
  async reserve(call: CallOf<typeof promotion.reserve>) {
    const { key, minutes = MINUTES } = call.input;
    const customer = await this.checkedCustomer(call);
    const { calculated, channel_id } = await this.carts.evaluate(call, customer);
    const faults = calculated.rejected
      .filter(({ code }) => LIMITS.includes(code))
      .map(({ message }): Fault => ({ code: 'limit_reached', field: 'coupons', message }));
    Refused.ifAny(faults);
    const ids = calculated.applied.map(({ promotion_id }) => promotion_id);
    return this.db.transact(call, async (tx) => {
      const granting = { channel_id, keys: [key], customer, seconds: minutes * 60 };
      const holds = await grantHolds(tx, granting, ids);
      publishActions(tx, call, { change: 'reserved', resource }, ids);
      return {
        holds: holds.map(({ promotion_id, date_expire }) => ({
          promotion_id,
          key,
          date_expire: shownDate(date_expire),
        })),
      };
    });
  }

  private async checkedCustomer(call: CallOf<typeof promotion.reserve>): Promise<CustomerGroupOf> {
    const { channel_id, customer_id } = call.input;
    const [customer, channels] = await Promise.all([
      this.carts.customerOf(call),
      channel_id ? this.db.read(ChannelRow, 'channel', call.caller).andWhere({ channel_id }).getCount() : 1,
    ]);
    Refused.ifAny([
      ...(channel_id && !channels ? [noReference('channel_id', 'channel', channel_id)] : []),
      ...(customer_id && !customer.customer_id ? [noReference('customer_id', 'customer', customer_id)] : []),
    ]);
    return customer;
  }

  @Handles(promotion.release)
  release(call: CallOf<typeof promotion.release>) {
    refuseForeignChannel(call.caller, call.input);
    const { channel_id, key } = call.input;
    const visible = visibleIds(call.caller, 'channel_id');
    const channel_ids = channel_id ? [channel_id] : visible && [0, ...visible];
    return this.db.transact(call, async (tx) => {
      const ids = await releaseHolds(tx, channel_ids, key);
      publishActions(tx, call, { change: 'released', resource }, [...new Set(ids)]);
      return { released: ids.length };
    });
  }

  @Handles(promotion.verify)
  async verify({ caller, input }: CallOf<typeof promotion.verify>) {
    const { promotion_id } = input;
    const rows = await this.db.query<Counters>(COUNTERS, [caller.account_id, promotion_id ?? null]);
    if (promotion_id !== undefined && !rows.length) throw new Refused(noRecord('promotion', promotion_id));
    return { promotions: rows.length, faults: rows.flatMap(limitFaults) };
  }
}

/** Users who are limited to channel groups act in the channels of these alone. */
function refuseForeignChannel(caller: Caller, { channel_id = 0 }: { readonly channel_id?: number }): void {
  if (channel_id && !maySee(caller, { channel_id }))
    throw new Refused(noReference('channel_id', 'channel', channel_id));
}

function limitFaults({ promotion_id, total_limit, total_used, total_held, uses, over, holds }: Counters) {
  const granted = uses - over + holds;
  return [
    ...(total_used === uses ? [] : [`total_used is ${total_used}, but ${uses} uses are recorded.`]),
    ...(total_held === holds ? [] : [`total_held is ${total_held}, but ${holds} uses are held.`]),
    ...(!total_limit || granted <= total_limit ? [] : [`${granted} uses are granted; the limit is ${total_limit}.`]),
  ].map((message) => ({ promotion_id, message }));
}
