import { type Call, NEEDED_ANSWER_MS, type OrderTotal, ownCall, promotionClaim, Refused } from '@stockbook/contracts';
import { constraintOf, Db } from '@stockbook/persistence';
import { readPromotionCode } from '@stockbook/promotions';
import { Services } from '@stockbook/rpc';
import { Injectable } from '@nestjs/common';
import { contactsFor } from '../../customer/order/order-customer.js';
import { OrderReferences } from '../reference/order-references.js';
import type { OrderReference } from '../reference/order-terms.js';
import type { OrderRecord } from '../record/order-records.js';

/** The order that is placed or edited. */
export interface Claiming {
  readonly channel_id: number;
  readonly imported_order_id: string;
  /** 0 stands for a new customer. */
  readonly customer_id: number;
  /** The contacts of the order, by which a new customer is known. */
  readonly email: string;
  readonly telephone: string;
  readonly claim_key: string;
}

/** The holds of a request; those of the till are not among them. */
export interface Claimed {
  readonly channel_id: number;
  readonly claim_key: string;
  readonly promotion_ids: number[];
}

/** Claims the uses of strict promotions before an order is written. Orders without such promotions make no call. */
@Injectable()
export class PromotionClaims {
  constructor(
    private readonly db: Db,
    private readonly services: Services,
    private readonly references: OrderReferences,
  ) {}

  /** Returns the ids of the strict promotions that these totals name; none where the order will be void. */
  async strictIn(
    account_id: number,
    totals: readonly OrderTotal[],
    isVoid: (reference: OrderReference) => boolean,
  ): Promise<number[]> {
    const named = new Set(totals.flatMap(({ code }) => readPromotionCode(code)?.promotion_id ?? []));
    if (!named.size) return [];
    return this.references.apply(account_id, (reference) => {
      const strict = reference.strict_promotion_ids.filter((id) => named.has(id));
      return strict.length && isVoid(reference) ? [] : strict;
    });
  }

  /** Refuses with 503 if integration is away. The repeated request claims once. */
  async claim(call: Call, promotion_ids: number[], order: Claiming): Promise<Claimed> {
    const { channel_id, imported_order_id, customer_id, claim_key } = order;
    if (!promotion_ids.length) return { channel_id, claim_key, promotion_ids };
    const contacts = await contactsFor(this.db, { account_id: call.caller.account_id, contact: order });
    const input = { channel_id, imported_order_id, claim_key, customer_id, contacts, promotion_ids };
    const { output } = await this.services.ask(promotionClaim.claim, ownCall(call, input), NEEDED_ANSWER_MS);
    return { channel_id, claim_key, promotion_ids: output.promotion_ids };
  }

  /** A refused order gives up its holds; after any other failure it may be written, so they expire. */
  async hold<T>(call: Call, claimed: Claimed, write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      const { channel_id, claim_key, promotion_ids } = claimed;
      if (promotion_ids.length && isRefusal(error)) {
        const input = { channel_id, claim_key, promotion_ids };
        await this.services.ask(promotionClaim.release, ownCall(call, input), NEEDED_ANSWER_MS).catch(() => {});
      }
      throw error;
    }
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof Refused ? error.status < 500 : constraintOf(error) === 'sale_order_imported';

/** Requests for one imported order share the holds: only one of them writes it. */
export const keyOfAddition = (
  { request_key, request_id }: Call,
  { imported_order_id }: Pick<Claiming, 'imported_order_id'>,
): string =>
  imported_order_id
    ? `order:${imported_order_id}`
    : `request:${request_key?.signature ?? request_key?.key ?? request_id}`;

/** All edits of one state of its promotions share the holds: they make one use. */
export const keyOfEdit = ({ order_id, promotion_sequence }: OrderRecord): string =>
  `edit:${order_id}:${promotion_sequence}`;
