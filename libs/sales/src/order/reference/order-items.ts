import {
  type Asking,
  isUnanswered,
  type ItemNamed,
  itemMatch,
  type ItemSnapshot,
  namesItem,
  NEEDED_ANSWER_MS,
  readFor,
} from '@stockbook/contracts';
import { Services } from '@stockbook/rpc';
import { Injectable } from '@nestjs/common';

/** An order that can be taken without its items waits this long for them. */
const UNNEEDED_ANSWER_MS = 1_500;

/** Asks the inventory for the items that the lines of an order name, in one call. */
@Injectable()
export class OrderItems {
  constructor(private readonly services: Services) {}

  async find(asking: Asking, given: readonly ItemNamed[], answer_ms = NEEDED_ANSWER_MS): Promise<ItemSnapshot[]> {
    const lines = given.filter(namesItem).map(({ item_id, model, sku }) => ({ item_id, model, sku }));
    if (!lines.length) return [];
    return (await this.services.ask(itemMatch.match, readFor(asking, { lines }), answer_ms)).output.items;
  }

  /** Finds the items, or returns undefined when inventory does not answer. */
  async findIfUp(asking: Asking, given: readonly ItemNamed[]): Promise<ItemSnapshot[] | undefined> {
    try {
      return await this.find(asking, given, UNNEEDED_ANSWER_MS);
    } catch (error) {
      if (isUnanswered(error)) return undefined;
      throw error;
    }
  }
}
