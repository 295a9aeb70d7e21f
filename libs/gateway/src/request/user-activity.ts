import { type Identity, userActivity } from '@stockbook/contracts';
import type { Services } from '@stockbook/rpc';

const REPORT_MS = 2_000;

interface Activity {
  readonly account_id: number;
  readonly user_id: number;
  /** Undefined if a secret signed the requests. */
  readonly session_id: number | undefined;
  /** Unix times in milliseconds. */
  reported: number;
  latest: number;
}

/** Reports a first request at once, then one in each pause. No request waits for it. */
export class UserActivity {
  /** Activities that were reported within the pause, by the ids of user and session. */
  private readonly active = new Map<string, Activity>();

  constructor(
    private readonly services: Services,
    private readonly pause_ms = 60_000,
  ) {}

  note({ account_id, user_id }: Pick<Identity, 'account_id' | 'user_id'>, session_id?: number): void {
    const at = Date.now();
    const key = `${user_id} ${session_id ?? ''}`;
    const activity = this.active.get(key);
    if (activity) activity.latest = at;
    else void this.report(key, { account_id, user_id, session_id, reported: at, latest: at });
  }

  /** Reports at once the activities that wait for the end of their pause. */
  async flush(): Promise<void> {
    await Promise.all([...this.active.keys()].map((key) => this.endPause(key)));
    this.active.clear();
  }

  private async endPause(key: string): Promise<void> {
    const activity = this.active.get(key);
    this.active.delete(key);
    if (activity && activity.latest > activity.reported) {
      await this.report(key, { ...activity, reported: activity.latest });
    }
  }

  private async report(key: string, activity: Activity): Promise<void> {
    const { account_id, user_id, session_id, reported: at } = activity;
    this.active.set(key, activity);
    setTimeout(() => void this.endPause(key), this.pause_ms).unref();
    const input = { user_id, at, ...(session_id !== undefined && { session_id }) };
    const reported = this.services.askFor(account_id, userActivity.note, input, REPORT_MS);
    // After a failure the pause's end reports it again, unless a later request does.
    await reported.catch(() => (activity.reported = 0));
  }
}
