import { type Call, itemMatch, type ItemSnapshot } from '@stockbook/contracts';
import { Services } from '@stockbook/rpc';
import { Injectable } from '@nestjs/common';
import { ANSWER_MS, isUnanswered } from './inventory-answer.js';
import { type ItemNaming, namesItem } from './order-lines.js';

type Asking = Pick<Call, 'caller' | 'deadline' | 'request_id'>;

/** Asks the inventory for the items that the lines of an order name, in one call. */
@Injectable()
export class OrderItems {
  constructor(private readonly services: Services) {}

  async find(
    { caller, deadline, request_id }: Asking,
    given: readonly ItemNaming[],
    answer_ms = ANSWER_MS,
  ): Promise<ItemSnapshot[]> {
    const lines = given.filter(namesItem).map(({ item_id, model, sku }) => ({ item_id, model, sku }));
    if (!lines.length) return [];
    const call = { caller, input: { lines }, deadline: Math.min(deadline, Date.now() + answer_ms), request_id };
    return (await this.services.ask(itemMatch.match, call)).output.items;
  }

  /** The same, or undefined when the inventory does not answer. */
  async findIfUp(asking: Asking, given: readonly ItemNaming[]): Promise<ItemSnapshot[] | undefined> {
    try {
      return await this.find(asking, given);
    } catch (error) {
      if (isUnanswered(error)) return undefined;
      throw error;
    }
  }
}
