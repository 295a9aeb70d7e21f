import { ownCaller, type StockPolicy, stockPolicy } from '@stockbook/contracts';
import { Db, statement } from '@stockbook/persistence';
import { type Log, LOG } from '@stockbook/process';
import { Invalidations, Services } from '@stockbook/rpc';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { randomUUID } from 'node:crypto';

const ANSWER_MS = 2_000;

const POLICY = statement(
  'stock_policy',
  `SELECT account_id, allow_negative_stock, inventory_integrity, version FROM settings.company WHERE account_id = $1`,
);

/** Brings the inventory's copy of the stock policy up to date before a change is acknowledged, unless it is away. */
@Injectable()
export class StockPolicyHandOver implements OnModuleInit {
  constructor(
    private readonly db: Db,
    private readonly services: Services,
    @Inject(LOG) private readonly log: Log,
    private readonly invalidations: Invalidations,
  ) {}

  onModuleInit(): void {
    this.invalidations.add((account_id) => this.handOver(account_id));
  }

  private async handOver(account_id: number): Promise<void> {
    try {
      const [input] = await this.db.query<StockPolicy & { version: number }>(POLICY, [account_id]);
      const deadline = Date.now() + ANSWER_MS;
      const call = { caller: ownCaller(account_id), input: input!, deadline, request_id: randomUUID() };
      await this.services.ask(stockPolicy.apply, call);
    } catch (err) {
      this.log.warn({ err, account_id }, 'the inventory learns the stock policy by its event');
    }
  }
}
