import type { Call } from '@stockbook/contracts';
import type { Db } from './db.js';
import type { Tx } from './tx.js';

/** The next transaction executes while one commits. */
const MOST_RUNNING = 2;
const MOST_TOGETHER = 16;

interface Write {
  readonly call: Call;
}
interface Waiting<W, A> {
  readonly write: W;
  readonly resolve: (answer: A) => void;
  readonly reject: (failure: unknown) => void;
}
interface Account<W, A> {
  running: number;
  readonly waiting: Waiting<W, A>[];
}

/** Writes of an account that wait for its running transactions share the next one. */
export class SharedWrites<W extends Write, A extends object> {
  private readonly accounts = new Map<number, Account<W, A>>();

  constructor(
    private readonly db: Db,
    /** Answers each write in its place. */
    private readonly work: (tx: Tx, writes: readonly W[]) => Promise<A[]>,
  ) {}

  run(write: W): Promise<A> {
    const { caller, dry_run, request_key } = write.call;
    // Without a key, a write whose commit got no answer could not be run again.
    if (dry_run || !request_key) return this.alone(write);
    const account = this.accounts.get(caller.account_id) ?? { running: 0, waiting: [] };
    this.accounts.set(caller.account_id, account);
    return new Promise((resolve, reject) => {
      account.waiting.push({ write, resolve, reject });
      if (account.running < MOST_RUNNING) void this.runAll(caller.account_id, account);
    });
  }

  private async runAll(account_id: number, account: Account<W, A>): Promise<void> {
    account.running++;
    while (account.waiting.length) await this.together(account.waiting.splice(0, MOST_TOGETHER));
    if (!--account.running) this.accounts.delete(account_id);
  }

  /** If the transaction fails, each write gets one of its own, for which no other write waits. */
  private async together(taken: readonly Waiting<W, A>[]): Promise<void> {
    const writes = taken.map(({ write }) => write);
    const calls = writes.map(({ call }) => call);
    const answers = await this.db.transactTogether(calls, (tx) => this.work(tx, writes)).catch(() => []);
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
