import type { Fault } from '@stockbook/contracts';
import { customerFault, limitFault, type LockedPromotion } from './promotion-holds.js';

export interface CustomerUse {
  readonly promotion_id: number;
  readonly customer_id: number;
}

/** The counters of locked promotions, as the orders of a batch change them one after the other. */
export class UseCounts {
  private readonly promotions: Map<number, LockedPromotion>;
  private readonly ofCustomers: Map<string, number>;
  private readonly added = new Map<number, number>();

  constructor(locked: readonly LockedPromotion[], customers: readonly (CustomerUse & { readonly uses: number })[]) {
    this.promotions = new Map(locked.map((promotion) => [promotion.promotion_id, promotion]));
    this.ofCustomers = new Map(customers.map((each) => [customerUseKey(each), each.uses]));
  }

  get changes(): [promotion_id: number, uses: number][] {
    return [...this.added].filter(([, uses]) => uses !== 0);
  }

  giveBack(use: CustomerUse): void {
    this.count(use, -1);
  }

  takeHold(hold: CustomerUse): void {
    const { promotion_id } = hold;
    const promotion = this.promotions.get(promotion_id);
    if (promotion) this.promotions.set(promotion_id, { ...promotion, total_held: promotion.total_held - 1 });
    this.countCustomer(hold, -1);
  }

  /** Counts a new use; answers why it passes a limit, which it does not if it was held for its customer. */
  add(use: CustomerUse, hold?: CustomerUse): Fault | undefined {
    const promotion = this.promotions.get(use.promotion_id);
    const uses = this.ofCustomers.get(customerUseKey(use)) ?? 0;
    const isCovered = hold?.customer_id === use.customer_id;
    const faultOf = hold ? customerFault : limitFault;
    const fault = isCovered || !promotion ? undefined : faultOf(promotion, { customer_id: use.customer_id }, uses);
    this.count(use, 1);
    return fault;
  }

  move(use: CustomerUse, customer_id: number): void {
    this.countCustomer(use, -1);
    this.countCustomer({ ...use, customer_id }, 1);
  }

  private count(use: CustomerUse, more: number): void {
    const { promotion_id } = use;
    this.added.set(promotion_id, (this.added.get(promotion_id) ?? 0) + more);
    const promotion = this.promotions.get(promotion_id);
    if (promotion) this.promotions.set(promotion_id, { ...promotion, total_used: promotion.total_used + more });
    this.countCustomer(use, more);
  }

  private countCustomer(use: CustomerUse, more: number): void {
    this.ofCustomers.set(customerUseKey(use), (this.ofCustomers.get(customerUseKey(use)) ?? 0) + more);
  }
}

const customerUseKey = ({ promotion_id, customer_id }: CustomerUse): string => `${promotion_id}:${customer_id}`;
