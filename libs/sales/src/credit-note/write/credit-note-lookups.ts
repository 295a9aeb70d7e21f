import {
  type Call,
  type Caller,
  type CreditNoteProductAdd,
  type Fault,
  type ItemSnapshot,
  locationsReference,
  noReference,
  ownCall,
} from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Services } from '@stockbook/rpc';
import { Injectable } from '@nestjs/common';
import { OrderItems } from '../../order/reference/order-items.js';
import { readLines } from '../../order/record/order-records.js';
import { findOrder } from '../../order/record/order-visibility.js';
import { creditsOf } from '../../order/credit/credited-lines.js';
import { itemNamedBy, needsLookup, type Sold } from './credit-shares.js';

/** Looks up what a credit note needs to know before its transaction. */
@Injectable()
export class CreditNoteLookups {
  constructor(
    private readonly db: Db,
    private readonly services: Services,
    private readonly items: OrderItems,
  ) {}

  /** Does not lock the order; undefined for one that the caller does not have. */
  async findSold(caller: Caller, order_id: number, credit_note_id = 0): Promise<Sold | undefined> {
    if (!order_id) return undefined;
    const { account_id } = caller;
    const [order, lines, credited] = await Promise.all([
      findOrder(this.db, caller, order_id),
      readLines(this.db, account_id, [order_id]),
      creditsOf(this.db, account_id, order_id, credit_note_id),
    ]);
    return order && { order, lines, credited };
  }

  /** Asks the inventory for the items that no line of the order shows. */
  findItems(call: Call, products: readonly CreditNoteProductAdd[], sold: Sold | undefined): Promise<ItemSnapshot[]> {
    return this.items.find(
      call,
      products.filter((product) => needsLookup(product, sold?.lines ?? [])).map(itemNamedBy),
    );
  }

  async checkLocation(call: Call, location_id: number | undefined, faults: Fault[]): Promise<void> {
    if (!location_id) return;
    const { output } = await this.services.ask(locationsReference.get, ownCall(call, {}));
    if (!output.location_ids.includes(location_id)) faults.push(noReference('location_id', 'location', location_id));
  }
}
