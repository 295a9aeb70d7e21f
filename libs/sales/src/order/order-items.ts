import {
  type Call,
  type FaultCode,
  itemMatch,
  type ItemSnapshot,
  type OrderProductAdd,
  Refused,
} from '@stockbook/contracts';
import { Services } from '@stockbook/service';
import { Injectable } from '@nestjs/common';

/** An order does not wait longer for the inventory. */
const ANSWER_MS = 1_500;
/** What the inventory does not say of the order but of itself. */
const NO_ANSWER: readonly FaultCode[] = ['unavailable', 'timeout', 'internal'];

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

  /** The same, or undefined when the inventory does not answer. */
  async findIfUp(call: Call, products: readonly OrderProductAdd[]): Promise<ItemSnapshot[] | undefined> {
    try {
      return await this.find(call, products);
    } catch (error) {
      if (error instanceof Refused && error.faults.some(({ code }) => NO_ANSWER.includes(code))) return undefined;
      throw error;
    }
  }
}
