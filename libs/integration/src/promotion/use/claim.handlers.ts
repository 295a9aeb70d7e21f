import { type CallOf, promotionClaim } from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { grantHolds, unclaimHolds } from './promotion-holds.js';

/** An order that is not written by then has failed. */
const CLAIM_SECONDS = 120;

@Controller()
export class ClaimHandlers {
  constructor(private readonly db: Db) {}

  /** Uses that the till has reserved for the order are granted already; their holds last until the order is written. */
  @Handles(promotionClaim.claim)
  claim(call: CallOf<typeof promotionClaim.claim>) {
    const { channel_id, imported_order_id, claim_key, promotion_ids } = call.input;
    const { customer_id, contacts } = call.input;
    const keys = [imported_order_id, claim_key];
    const granting = { channel_id, keys, customer: { customer_id, contacts }, seconds: CLAIM_SECONDS };
    return this.db.transact(call, async (tx) => {
      const holds = await grantHolds(tx, granting, promotion_ids);
      return { promotion_ids: holds.flatMap(({ promotion_id, key }) => (key === claim_key ? [promotion_id] : [])) };
    });
  }

  @Handles(promotionClaim.release)
  release(call: CallOf<typeof promotionClaim.release>) {
    const { channel_id, claim_key, promotion_ids } = call.input;
    return this.db.transact(call, async (tx) => {
      await unclaimHolds(tx, { channel_id, key: claim_key }, promotion_ids);
      return {};
    });
  }
}
