import { type Identity, ownCaller, userActivity } from '@stockbook/contracts';
import type { Services } from '@stockbook/rpc';

const REPORT_MS = 2_000;

interface Activity {
  readonly account_id: number;
  /** Unix times in milliseconds. */
  reported: number;
  latest: number;
}

/** Reports the latest request of each user: the first one at once, then one in each pause. No request waits for it. */
export class UserActivity {
  /** The users who were reported within the pause. */
  private readonly active = new Map<number, Activity>();

  constructor(
    private readonly services: Services,
    private readonly pause_ms = 60_000,
  ) {}

  note({ account_id, user_id }: Pick<Identity, 'account_id' | 'user_id'>): void {
    const at = Date.now();
    const activity = this.active.get(user_id);
    if (activity) activity.latest = at;
    else void this.report(account_id, user_id, at);
  }

  /** Reports what is not reported yet, when no more requests come. */
  async flush(): Promise<void> {
    const users = [...this.active.keys()];
    await Promise.all(users.map((user_id) => this.endPause(user_id)));
    this.active.clear();
  }

  private async endPause(user_id: number): Promise<void> {
    const activity = this.active.get(user_id);
    this.active.delete(user_id);
    if (activity && activity.latest > activity.reported) {
      await this.report(activity.account_id, user_id, activity.latest);
    }
  }

  private async report(account_id: number, user_id: number, at: number): Promise<void> {
    const activity = { account_id, reported: at, latest: at };
    this.active.set(user_id, activity);
    setTimeout(() => void this.endPause(user_id), this.pause_ms).unref();
    const reported = this.services.askFor(account_id, userActivity.note, { user_id, at }, REPORT_MS);
    // After a failure the pause's end reports it again, unless a later request does.
    await reported.catch(() => (activity.reported = 0));
  }
}
