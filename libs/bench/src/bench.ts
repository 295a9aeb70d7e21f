import { answerFaults, WrongRun } from './check/faults.js';
import type { LoadGenerator } from './load/load-generator.js';
import type { Job, LoadResult } from './load/job.js';
import type { Scale } from './scale.js';
import { type BenchShop, openBenchShop } from './shop.js';
import type { Account, MeasuredSystem } from './system.js';

export class Bench {
  private idle?: Promise<BenchShop>;
  private shops = 0;

  constructor(
    readonly system: MeasuredSystem,
    readonly scale: Scale,
    readonly lists: Account,
    private readonly generator: LoadGenerator,
  ) {}

  /** Opens a shop in an account of its own, so that the writes of one figure are proved apart from those of others. */
  shop(): Promise<BenchShop> {
    return openBenchShop(this.system, `shop-${++this.shops}`);
  }

  idleShop(): Promise<BenchShop> {
    return (this.idle ??= this.shop());
  }

  /** Rejects with a WrongRun when an answer is a fault. */
  async load(job: Omit<Job, 'url' | 'seconds'> & Partial<Job>): Promise<LoadResult> {
    const load = await this.generator.run({ url: this.system.url, seconds: this.scale.seconds, ...job });
    WrongRun.ifAny(answerFaults(load));
    return load;
  }
}
