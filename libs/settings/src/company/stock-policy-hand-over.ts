import { type StockPolicy, stockPolicy } from '@stockbook/contracts';
import { Db, statement } from '@stockbook/persistence';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HandOvers } from '../reference/hand-overs.js';

const POLICY = statement(
  'stock_policy',
  `SELECT account_id, allow_negative_stock, inventory_integrity, default_location_id, version FROM settings.company
   WHERE account_id = $1`,
);

@Injectable()
export class StockPolicyHandOver implements OnModuleInit {
  constructor(
    private readonly db: Db,
    private readonly handOvers: HandOvers,
  ) {}

  onModuleInit(): void {
    this.handOvers.add(stockPolicy.apply, async (account_id) => {
      const [policy] = await this.db.query<StockPolicy & { version: number }>(POLICY, [account_id]);
      return policy;
    });
  }
}
