import {
  type Caller,
  type CallOf,
  type CustomerGroupOf,
  type Fault,
  noReference,
  promotion,
  Refused,
  shownDate,
} from '@stockbook/contracts';
import { Db, maySee, visibleIds } from '@stockbook/persistence';
import { Handles, publishActions } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { ChannelRow } from '../channel/channel.entity.js';
import { PromotionCart } from './cart/promotion-cart.js';
import { verifyPromotions } from './promotion-verify.js';
import { grantHolds, releaseHolds } from './use/promotion-holds.js';

/** The audit log uses this name. */
const resource = 'extension/total/promotion';
const MINUTES = 15;
const LIMITS = ['limit_reached', 'customer_limit_reached'];

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
  verify({ caller, input }: CallOf<typeof promotion.verify>) {
    return verifyPromotions(this.db, caller.account_id, input.promotion_id);
  }
}

/** Users who are limited to channel groups act in the channels of these alone. */
function refuseForeignChannel(caller: Caller, { channel_id = 0 }: { readonly channel_id?: number }): void {
  if (channel_id && !maySee(caller, { channel_id }))
    throw new Refused(noReference('channel_id', 'channel', channel_id));
}
