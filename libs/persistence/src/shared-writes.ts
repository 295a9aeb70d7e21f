import type { Call } from '@stockbook/contracts';
import type { Db } from './db.js';
import type { Tx } from './tx.js';

const MOST_TOGETHER = 16;
/** Limit for what several write together: the rows of one transaction are worked out in one turn of the event loop. */
const MOST_ROWS = 200;

interface Write {
  readonly call: Call;
}
interface Waiting<W, A> {
  readonly write: W;
  readonly resolve: (answer: A) => void;
  readonly reject: (failure: unknown) => void;
}

/** Writes of an account that wait for its running transaction share the next one. */
export class SharedWrites<W extends Write, A extends object> {
  /** By account, while a transaction of it runs. */
  private readonly waiting = new Map<number, Waiting<W, A>[]>();

  constructor(
    private readonly db: Db,
    /** Answers each write in its place. */
    private readonly work: (tx: Tx, writes: readonly W[]) => Promise<A[]>,
    private readonly rowsOf: (write: W) => number,
  ) {}

  run(write: W): Promise<A> {
    const { caller, dry_run, request_key } = write.call;
    // Without a key, a write whose commit got no answer could not be run again.
    if (dry_run || !request_key) return this.alone(write);
    return new Promise((resolve, reject) => {
      const next = { write, resolve, reject };
      const behind = this.waiting.get(caller.account_id);
      if (behind) behind.push(next);
      else void this.runAll(caller.account_id, [next]);
    });
  }

  private async runAll(account_id: number, waiting: Waiting<W, A>[]): Promise<void> {
    this.waiting.set(account_id, waiting);
    while (waiting.length) await this.together(account_id, waiting.splice(0, this.fitting(waiting)));
    this.waiting.delete(account_id);
  }

  /** How many of the first may share a transaction; at least one. */
  private fitting(waiting: readonly Waiting<W, A>[]): number {
    let rows = 0;
    const beyond = waiting.findIndex(({ write }) => (rows += this.rowsOf(write)) > MOST_ROWS);
    return Math.min(MOST_TOGETHER, beyond < 0 ? waiting.length : Math.max(1, beyond));
  }

  /** If the transaction fails, each write gets one of its own, for which no other write waits. */
  private async together(account_id: number, taken: readonly Waiting<W, A>[]): Promise<void> {
    const writes = taken.map(({ write }) => write);
    const calls = writes.map(({ call }) => call);
    const answers = await this.db.transactTogether(account_id, calls, (tx) => this.work(tx, writes)).catch(() => []);
    taken.forEach(({ write, resolve, reject }, i) => {
      const answer = answers[i];
      if (answer) resolve(answer);
      else this.alone(write).then(resolve, reject);
    });
  }

  private alone(write: W): Promise<A> {
    return this.db.transact(write.call, async (tx) => {
      const [answer] = await this.work(tx, [write]);
      if (!answer) throw new Error('A write has no answer.');
      return answer;
    });
  }
}
