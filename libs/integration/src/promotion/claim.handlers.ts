import { type CallOf, promotionClaim } from '@stockbook/contracts';
import { Db, statement } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { grantHolds, releaseHolds } from './promotion-ledger.js';

/** An order that is not written by then has failed. */
const CLAIM_SECONDS = 120;

const RESERVED = statement(
  'promotions_reserved_for_order',
  `SELECT promotion_id FROM integration.promotion_hold
   WHERE account_id = $1 AND channel_id = $2 AND key = $3 AND $3 > '' AND promotion_id = ANY ($4::bigint[])`,
);

@Controller()
export class ClaimHandlers {
  constructor(private readonly db: Db) {}

  /** Uses that the till has reserved for the order are granted already; their holds last until the order is written. */
  @Handles(promotionClaim.claim)
  claim(call: CallOf<typeof promotionClaim.claim>) {
    const { channel_id, imported_order_id, claim_key, customer_id, promotion_ids } = call.input;
    const seconds = CLAIM_SECONDS;
    return this.db.transact(call, async (tx) => {
      const values = [tx.account_id, channel_id, imported_order_id, promotion_ids];
      const reserved = (await tx.query<{ promotion_id: number }>(RESERVED, values)).map((row) => row.promotion_id);
      const others = promotion_ids.filter((id) => !reserved.includes(id));
      if (reserved.length) await grantHolds(tx, { channel_id, key: imported_order_id, customer_id, seconds }, reserved);
      const held = others.length
        ? await grantHolds(tx, { channel_id, key: claim_key, customer_id, seconds }, others)
        : [];
      return { promotion_ids: held.filter(({ is_new }) => is_new).map(({ promotion_id }) => promotion_id) };
    });
  }

  @Handles(promotionClaim.release)
  release(call: CallOf<typeof promotionClaim.release>) {
    const { channel_id, claim_key, promotion_ids } = call.input;
    return this.db.transact(call, async (tx) => {
      await releaseHolds(tx, { channel_id, key: claim_key }, promotion_ids);
      return {};
    });
  }
}
