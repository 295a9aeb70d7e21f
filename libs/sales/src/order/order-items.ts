import {
  type Call,
  type Fault,
  itemMatch,
  type ItemSnapshot,
  type OrderProductAdd,
  Refused,
} from '@stockbook/contracts';
import { Services } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import { ANSWER_MS, isUnanswered } from './inventory-answer.js';

/** Asks the inventory for the items that the products of a request name, in one call. */
@Injectable()
export class OrderItems {
  constructor(private readonly services: Services) {}

  async find({ caller, deadline, request_id }: Call, products: readonly OrderProductAdd[]): Promise<ItemSnapshot[]> {
    const lines = products
      .filter(({ item_id, model, sku }) => item_id || model || sku)
      .map(({ item_id, model, sku }) => ({ item_id, model, sku }));
    if (!lines.length) return [];
    const call = { caller, input: { lines }, deadline: Math.min(deadline, Date.now() + ANSWER_MS), request_id };
    return (await this.services.ask(itemMatch.match, call)).output.items;
  }

  /** The same, or undefined when the inventory does not answer; then a line that may name an item or be free text is refused. */
  async findIfUp(call: Call, products: readonly OrderProductAdd[]): Promise<ItemSnapshot[] | undefined> {
    try {
      return await this.find(call, products);
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      Refused.ifAny(products.flatMap(ambiguous));
      return undefined;
    }
  }
}

function ambiguous({ item_id, model, sku }: OrderProductAdd, index: number): Fault[] {
  if (item_id || !(model || sku)) return [];
  const field = `products[${index}]`;
  const reason = `The inventory service is not available now, and ${field} names its item by model or sku`;
  return [{ code: 'unavailable', field, message: `${reason}; the same request can be repeated safely.` }];
}
