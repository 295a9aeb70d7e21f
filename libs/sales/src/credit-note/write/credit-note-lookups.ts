import { type Call, type Caller, type CreditNoteProductAdd, type Fault, type ItemSnapshot } from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Services } from '@stockbook/rpc';
import { locationFaults } from '@stockbook/service';
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
    faults.push(...(await locationFaults(this.services, call, 'location_id', location_id)));
  }
}
