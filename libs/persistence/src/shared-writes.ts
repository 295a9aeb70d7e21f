import { type Call, type Fault, Refused } from '@stockbook/contracts';
import type { Db } from './db.js';
import type { Tx } from './tx.js';

const MOST_TOGETHER = 16;
/** The rows of one transaction are worked out in one turn of the event loop. */
const MOST_ROWS = 200;

interface Write {
  readonly call: Call;
}
interface Waiting<W, A> {
  readonly write: W;
  readonly resolve: (answer: A) => void;
  readonly reject: (failure: unknown) => void;
}

/** Names the writes without which the others of their transaction can be written. */
class Apart<W> extends Refused {
  constructor(readonly writes: readonly W[]) {
    super({ code: 'invalid', message: `${writes.length} of the writes that share a transaction are refused.` });
  }
}

/** Refuses a write that is alone by its faults; of several, those with faults get transactions of their own. */
export function refuseEach<W>(writes: readonly W[], faults: readonly (readonly Fault[])[]): void {
  if (writes.length === 1) Refused.ifAny(faults[0] ?? []);
  const refused = writes.filter((_, i) => faults[i]?.length);
  if (refused.length) throw new Apart(refused);
}

interface EachTerms<W> {
  /** A write has one row unless given. */
  readonly rowsOf?: (write: W) => number;
  /** Names records that a write reads and then changes: writes that have one in common run one after the other. */
  readonly keysOf?: (write: W) => readonly string[];
}

/** Writes of an account that wait for its running transaction share the next one. */
export class SharedWrites<W extends Write, A extends object> {
  /** Has an account while a transaction of it runs. */
  private readonly waiting = new Map<number, Waiting<W, A>[]>();

  constructor(
    private readonly db: Db,
    /** Answers each write in its place. */
    private readonly work: (tx: Tx, writes: readonly W[]) => Promise<A[]>,
    private readonly rowsOf: (write: W) => number,
  ) {}

  /** Writes of one transaction run side by side, so their statements travel in the same packets. */
  static each<W extends Write, A extends object>(
    db: Db,
    write: (tx: Tx, given: W) => Promise<A>,
    { rowsOf = () => 1, keysOf = () => [] }: EachTerms<W> = {},
  ): SharedWrites<W, A> {
    return new SharedWrites(db, sideBySide(write, keysOf), rowsOf);
  }

  run(write: W): Promise<A> {
    const { caller, dry_run, request_key } = write.call;
    // A write without a key could not be repeated if its commit got no answer.
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

  /** Counts the first writes that may share a transaction; at least one. */
  private fitting(waiting: readonly Waiting<W, A>[]): number {
    let rows = 0;
    const beyond = waiting.findIndex(({ write }) => (rows += this.rowsOf(write)) > MOST_ROWS);
    return Math.min(MOST_TOGETHER, beyond < 0 ? waiting.length : Math.max(1, beyond));
  }

  /** If the transaction fails, each write gets one of its own; if some are refused, only they do. */
  private async together(account_id: number, taken: readonly Waiting<W, A>[]): Promise<void> {
    const writes = taken.map(({ write }) => write);
    const calls = writes.map(({ call }) => call);
    try {
      const answers = await this.db.transactTogether(account_id, calls, (tx) => this.work(tx, writes));
      taken.forEach(({ resolve }, i) => resolve(answers[i]!));
    } catch (failure) {
      if (failure instanceof Refused && taken.length === 1) return taken[0]?.reject(failure);
      const apart = new Set(failure instanceof Apart ? failure.writes : writes);
      for (const { write, resolve, reject } of taken) if (apart.has(write)) this.alone(write).then(resolve, reject);
      const others = taken.filter(({ write }) => !apart.has(write));
      if (others.length) await this.together(account_id, others);
    }
  }

  private alone(write: W): Promise<A> {
    return this.db.transact(write.call, async (tx) => {
      const [answer] = await this.work(tx, [write]);
      if (!answer) throw new Error('A write has no answer.');
      return answer;
    });
  }
}

/** Ends when all writes have ended: no statement may be sent behind a rollback. */
function sideBySide<W extends Write, A extends object>(
  write: (tx: Tx, given: W) => Promise<A>,
  keysOf: (write: W) => readonly string[],
): (tx: Tx, writes: readonly W[]) => Promise<A[]> {
  return async (tx, writes) => {
    const answers: A[] = [];
    const refusals = new Map<W, Refused>();
    const faults: unknown[] = [];
    const underway = new Map<string, Promise<void>>();
    const runs = writes.map((given, i) => {
      const keys = keysOf(given);
      const run = Promise.all(keys.map((key) => underway.get(key)))
        .then(() => write(tx.inTrace(tx.traceparent ?? given.call.traceparent), given))
        .then((answer) => void (answers[i] = answer))
        .catch((failure: unknown) => {
          if (failure instanceof Refused) refusals.set(given, failure);
          else faults.push(failure);
        });
      for (const key of keys) underway.set(key, run);
      return run;
    });
    await Promise.all(runs);
    // Later faults only say that the transaction has failed.
    if (faults.length) throw faults[0];
    refuseEach(
      writes,
      writes.map((given) => refusals.get(given)?.faults ?? []),
    );
    return answers;
  };
}
