import { Refused } from '@stockbook/contracts';
import type { Db } from '@stockbook/persistence';
import type { Job } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import { NEWEST } from './feed-statements.js';

/** Limits of one replica. */
const [MOST, MOST_OF_ACCOUNT] = [1_000, 20];

interface Waiting {
  readonly account_id: number;
  /** The reader has seen all up to it. */
  readonly position: number;
  readonly end: () => void;
}

/** Readers that wait for events. One statement looks for the news of all, so none holds a connection. */
@Injectable()
export class FeedWaits implements Job {
  private readonly waiting = new Set<Waiting>();

  /** `until` resolves when the account has an event behind the position, after `ms`, or by `cancel`. */
  begin(
    account_id: number,
    position: number,
    ms: number,
  ): { readonly until: Promise<void>; readonly cancel: () => void } {
    this.refuseTooMany(account_id);
    let cancel = () => {};
    const until = new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.waiting.delete(waiting);
        resolve();
      };
      const timer = setTimeout(end, ms);
      const waiting = { account_id, position, end };
      this.waiting.add(waiting);
      cancel = end;
    });
    return { until, cancel };
  }

  /** Finds events that any replica has stored. */
  async run(db: Db): Promise<boolean> {
    if (!this.waiting.size) return false;
    const accounts = [...new Set([...this.waiting].map(({ account_id }) => account_id))];
    const rows = await db.query<{ account_id: number; position: number }>(NEWEST, [accounts]);
    const newest = new Map(rows.map(({ account_id, position }) => [account_id, position]));
    for (const { account_id, position, end } of [...this.waiting]) if ((newest.get(account_id) ?? 0) > position) end();
    return false;
  }

  private refuseTooMany(account_id: number): void {
    const own = [...this.waiting].filter((each) => each.account_id === account_id).length;
    if (own >= MOST_OF_ACCOUNT) {
      const message = `${MOST_OF_ACCOUNT} requests of the account wait for events: repeat this one when one of them has ended.`;
      throw new Refused({ code: 'rate_limited', field: 'wait', message });
    }
    if (this.waiting.size >= MOST) {
      const message = 'Too many requests wait for events; the same request can be repeated safely.';
      throw new Refused({ code: 'unavailable', message });
    }
  }
}
