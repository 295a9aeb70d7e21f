import { Refused } from '@stockbook/contracts';
import type { Db } from '@stockbook/persistence';
import type { Job } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import { NEWEST } from './feed-statements.js';

/** One replica has at most this many waiting readers, in all and of one account. */
const [MOST, MOST_OF_ACCOUNT] = [1_000, 20];
/** At most this many readers of an account look at a time, so events that they do not get cost little. */
const MOST_LOOKS = 4;

interface Waiting {
  /** The reader has seen all up to it. */
  readonly position: number;
  readonly end: () => void;
}

/** Keeps the readers that wait for events. One statement looks for the news of all, so none holds a connection. */
@Injectable()
export class FeedWaits implements Job {
  /** Maps each account to its readers, the longest waiting first. */
  private readonly waiting = new Map<number, Set<Waiting>>();
  private size = 0;

  /** `until` resolves when the account has an event behind the position, after `ms`, or by `cancel`. */
  begin(
    account_id: number,
    position: number,
    ms: number,
  ): { readonly until: Promise<void>; readonly cancel: () => void } {
    const own = this.waiting.get(account_id) ?? new Set();
    this.waiting.set(account_id, own);
    let cancel = () => {};
    const until = new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        if (!own.delete(waiting)) return;
        this.size--;
        if (!own.size) this.waiting.delete(account_id);
        resolve();
      };
      const timer = setTimeout(end, ms);
      const waiting = { position, end };
      own.add(waiting);
      this.size++;
      cancel = end;
    });
    return { until, cancel };
  }

  /** Finds events that any replica has stored. */
  async run(db: Db): Promise<boolean> {
    if (!this.size) return false;
    const rows = await db.query<{ account_id: number; position: number }>(NEWEST, [[...this.waiting.keys()]]);
    for (const { account_id, position } of rows) {
      const behind = [...(this.waiting.get(account_id) ?? [])].filter((each) => each.position < position);
      for (const { end } of behind.slice(0, MOST_LOOKS)) end();
    }
    return false;
  }

  /** A reader that has looked in vain goes on waiting without being asked again. */
  refuseTooMany(account_id: number): void {
    if ((this.waiting.get(account_id)?.size ?? 0) >= MOST_OF_ACCOUNT) {
      const message =
        `${MOST_OF_ACCOUNT} requests of the account wait for events: ` + 'repeat this one when one of them has ended.';
      throw new Refused({ code: 'rate_limited', field: 'wait', message });
    }
    if (this.size >= MOST) {
      const message = 'Too many requests wait for events; the same request can be repeated safely.';
      throw new Refused({ code: 'unavailable', message });
    }
  }
}
