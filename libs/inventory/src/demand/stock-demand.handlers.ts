import { type CallOf, demandedStock } from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { Reservations } from '../reservation/reservations.js';
import { followAtOnce } from './follow-demands.js';

@Controller()
export class StockDemandHandlers {
  constructor(
    private readonly db: Db,
    private readonly reservations: Reservations,
  ) {}

  @Handles(demandedStock.follow)
  follow(call: CallOf<typeof demandedStock.follow>) {
    return this.db.transact(call, async (tx) => {
      await followAtOnce(tx, call.input, this.reservations);
      return {};
    });
  }
}
