import { type Call, type OrderTotal, ownCall, promotionClaim } from '@stockbook/contracts';
import { readPromotionCode } from '@stockbook/promotions';
import { Services } from '@stockbook/rpc';
import { Injectable } from '@nestjs/common';
import { OrderReferences } from '../place/order-references.js';

/** Time limit for integration's answer while a client waits. */
const ANSWER_MS = 2_000;

/** The order that is placed or edited. */
export interface Claiming {
  readonly channel_id: number;
  readonly imported_order_id: string;
  /** 0: a new customer. */
  readonly customer_id: number;
}

/** Claims the uses of strict promotions before an order is written. Orders without such promotions make no call. */
@Injectable()
export class PromotionClaims {
  constructor(
    private readonly services: Services,
    private readonly references: OrderReferences,
  ) {}

  /** The ids of the strict promotions that these totals name. */
  async strictIn(account_id: number, totals: readonly OrderTotal[]): Promise<number[]> {
    const named = new Set(totals.flatMap(({ code }) => readPromotionCode(code)?.promotion_id ?? []));
    if (!named.size) return [];
    return this.references.apply(account_id, ({ strict_promotion_ids }) =>
      strict_promotion_ids.filter((id) => named.has(id)),
    );
  }

  /** Holds the uses, or refuses with the limit; 503 without integration. The repeated request claims once. */
  async claim(call: Call, promotion_ids: number[], { channel_id, imported_order_id, customer_id }: Claiming) {
    if (!promotion_ids.length) return;
    const input = { channel_id, imported_order_id, claim_key: claimKeyOf(call), customer_id, promotion_ids };
    const deadline = Math.min(call.deadline, Date.now() + ANSWER_MS);
    await this.services.ask(promotionClaim.claim, { ...ownCall(call, input), deadline });
  }
}

/** The key of the holds that a request claims. */
export const claimKeyOf = ({ request_key, request_id }: Call): string => `request:${request_key?.key ?? request_id}`;
