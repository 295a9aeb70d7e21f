import { type Identity, ownCaller, userActivity } from '@stockbook/contracts';
import type { Services } from '@stockbook/rpc';
import { LRUCache } from 'lru-cache';

const ANSWER_MS = 2_000;
const HOUR_MS = 3_600_000;
const MAX_USERS = 20_000;

/** Reports each active user once an hour. No request waits for it. */
export class UserActivity {
  private readonly noted = new LRUCache<number, true>({ max: MAX_USERS, ttl: HOUR_MS });

  constructor(private readonly services: Services) {}

  note({ account_id, user_id }: Identity): void {
    if (this.noted.has(user_id)) return;
    this.noted.set(user_id, true);
    const deadline = Date.now() + ANSWER_MS;
    const call = { caller: ownCaller(account_id), input: { user_id }, deadline, request_id: '' };
    // The next report comes in an hour.
    this.services.ask(userActivity.note, call).catch(() => undefined);
  }
}
