import { type Done, type Operation } from '@stockbook/contracts';
import { type Log, LOG } from '@stockbook/process';
import { Invalidations, Services } from '@stockbook/rpc';
import { Inject, Injectable } from '@nestjs/common';

const ANSWER_MS = 2_000;

/** Brings copies that other services keep in tables up to date before a change of settings is acknowledged. */
@Injectable()
export class HandOvers {
  constructor(
    private readonly services: Services,
    private readonly invalidations: Invalidations,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** Events bring the copy while the other service is away. An undefined input hands over nothing. */
  add<I extends object>(operation: Operation<I, Done>, inputOf: (account_id: number) => Promise<I | undefined>): void {
    this.invalidations.add(async (account_id) => {
      try {
        const input = await inputOf(account_id);
        if (input) await this.services.askFor(account_id, operation, input, ANSWER_MS);
      } catch (err) {
        this.log.warn({ err, account_id, operation: operation.path }, 'another service learns a change by its event');
      }
    });
  }
}
