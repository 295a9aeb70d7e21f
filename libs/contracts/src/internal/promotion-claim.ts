import { Done } from '../common.js';
import { internalResource, write } from '../contract.js';
import { Id, Ids, Text, Texts } from '../fields/fields.js';

class PromotionClaim {
  @Id() channel_id!: number;
  @Text({ doc: 'The key of holds that the till has reserved; empty: none.' }) imported_order_id!: string;
  @Text({ doc: 'The order if it is imported or edited, else the request that places it: repeated, it claims once.' })
  claim_key!: string;
  @Id({ doc: '0: a new customer.' }) customer_id!: number;
  @Texts({
    optional: true,
    doc: 'E-mails and telephones by which the customer is found, or of an order whose customer is new.',
  })
  contacts?: string[];
  @Ids({ max: 100_000 }) promotion_ids!: number[];
}

class PromotionClaimed {
  @Ids({ max: 100_000, doc: 'The promotions that are held under the claim_key.' }) promotion_ids!: number[];
}
class PromotionUnclaim {
  @Id() channel_id!: number;
  @Text() claim_key!: string;
  @Ids({ max: 100_000 }) promotion_ids!: number[];
}

/** Sales claims the uses of promotions with the limit_policy `strict` before it writes the order. */
export const promotionClaim = internalResource('internal/promotion_claim', 'integration', ['sales'], {
  claim: write(
    PromotionClaim,
    PromotionClaimed,
    'Holds uses for an order that is being placed, or refuses with the limit.',
  ),
  release: write(PromotionUnclaim, Done, 'Gives up what a request has claimed whose order was refused.'),
});
