import { type CallOf, Refused, webhook } from '@stockbook/contracts';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { tooBusy, WebhookTest } from './webhook-test.js';

/** A test waits for its receiver in the place of a write, so few run at a time. */
const MOST_TESTS = 4;

@Controller()
export class WebhookTestHandlers {
  private readonly running = new RunningTests();

  constructor(private readonly tests: WebhookTest) {}

  @Handles(webhook.test)
  test(call: CallOf<typeof webhook.test>) {
    if (call.dry_run) return this.tests.send(call);
    return this.running.run(call.caller.account_id, () => this.tests.send(call));
  }
}

/** Counts the tests under way, so that hanging receivers hold up no writes. */
class RunningTests {
  private readonly accounts = new Set<number>();

  /** Runs one of an account at a time; refuses others, which can be repeated. */
  async run<T>(account_id: number, work: () => Promise<T>): Promise<T> {
    if (this.accounts.has(account_id))
      throw new Refused({ code: 'locked', message: 'A webhook of the account is being tested: wait for the answer.' });
    if (this.accounts.size >= MOST_TESTS) throw tooBusy();
    this.accounts.add(account_id);
    try {
      return await work();
    } finally {
      this.accounts.delete(account_id);
    }
  }
}
