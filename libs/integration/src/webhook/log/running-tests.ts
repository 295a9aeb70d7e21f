import { Refused } from '@stockbook/contracts';

/** At a time on one replica: a test waits for its receiver in the place of a write. */
const MOST = 4;

/** Counts the tests under way, so that hanging receivers hold up no writes. */
export class RunningTests {
  private readonly accounts = new Set<number>();

  /** Runs one of an account at a time; refuses others, which can be repeated. */
  async run<T>(account_id: number, work: () => Promise<T>): Promise<T> {
    if (this.accounts.has(account_id))
      throw new Refused({ code: 'locked', message: 'A webhook of the account is being tested: wait for the answer.' });
    if (this.accounts.size >= MOST) throw tooBusy();
    this.accounts.add(account_id);
    try {
      return await work();
    } finally {
      this.accounts.delete(account_id);
    }
  }
}

export const tooBusy = (): Refused =>
  new Refused({
    code: 'unavailable',
    message: 'Too many webhooks are being sent now; the same request can be repeated safely.',
  });
