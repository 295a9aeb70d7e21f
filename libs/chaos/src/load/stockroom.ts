import { addBundle, editBundle } from './actions/bundles.js';
import type { Desk } from './actions/desk.js';
import { continueStockTake, planStockTake, type ReadOnHand, type StockTake } from './actions/stock-takes.js';
import { continueTransfer, planTransfer } from './actions/transfer-jobs.js';
import type { ExpectedRecord, Write } from './journal.js';
import { Pool } from './pool.js';

const [MOST_JOBS, MOST_BUNDLES] = [6, 3];

/** The transfer jobs, stock takes and bundles of one client. */
export class Stockroom {
  private readonly transfers: Pool<ExpectedRecord>;
  private readonly takes: Pool<StockTake>;
  private readonly bundles: Pool<ExpectedRecord>;

  constructor(
    private readonly desk: Desk,
    private readonly onHand: ReadOnHand,
  ) {
    this.transfers = new Pool(desk.random);
    this.takes = new Pool(desk.random);
    this.bundles = new Pool(desk.random);
  }

  async next(): Promise<Write> {
    const { desk, transfers, takes, bundles, onHand } = this;
    const roll = desk.random.next();
    if (roll < 0.2) {
      const bundle = this.known(bundles, MOST_BUNDLES);
      return bundle ? editBundle(desk, bundle, bundles.keep) : addBundle(desk, bundles.keep);
    }
    if (roll < 0.6) {
      const job = this.known(transfers, MOST_JOBS);
      return job ? continueTransfer(desk, job, transfers.keep) : planTransfer(desk, transfers.keep);
    }
    const take = this.known(takes, MOST_JOBS);
    return take ? continueStockTake(desk, take, takes.keep, onHand) : planStockTake(desk, takes.keep);
  }

  /** One to go on with, unless a new one is due. */
  private known<R>(pool: Pool<R>, most: number): R | undefined {
    return pool.size >= most || this.desk.random.chance(0.75) ? pool.take() : undefined;
  }
}
