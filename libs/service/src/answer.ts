import { type Call, type Fault, internalFault, type Operation, Refused } from '@stockbook/contracts';
import { databaseFault, Db } from '@stockbook/persistence';
import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { withoutMadeIds } from './dry-run.js';
import { Invalidations } from './freshness/invalidations.js';
import { laneOf, operationOf } from './handles.js';
import { Intake } from './intake.js';
import { type Log, LOG } from './log.js';

/**
 * What a service sends back: the operation's response as JSON, which who only passes it on need not read, or the reasons for a
 * refusal, or those for declining the call, with which nothing was done.
 */
export type Answer =
  | { readonly json: string; readonly replayed: boolean }
  | { readonly faults: readonly Fault[] }
  | { readonly declined: 'busy' | 'stopping'; readonly faults: readonly Fault[] };

/** The injection token of the operations that change records which other processes cache. */
export const INVALIDATING = Symbol('invalidating');

/** Turns what a handler returns or throws into an answer, when its turn has come. What is not a refusal is logged here, once. */
@Injectable()
export class Answers implements NestInterceptor<object, Answer> {
  constructor(
    private readonly db: Db,
    private readonly intake: Intake,
    private readonly invalidations: Invalidations,
    @Inject(INVALIDATING) private readonly invalidating: ReadonlySet<Operation>,
    @Inject(LOG) private readonly log: Log,
  ) {}

  intercept(context: ExecutionContext, handler: CallHandler<object>): Observable<Answer> {
    const call = context.switchToRpc().getData<Call>();
    const operation = operationOf(context.getHandler());
    const work = async () => {
      const answer = await this.answer(call, operation, () => lastValueFrom(handler.handle()));
      // A replay too: the acknowledgement that was lost may not have waited for all copies.
      const isChange = 'json' in answer && !call.dry_run && this.invalidating.has(operation);
      if (isChange) await this.invalidations.send(call.caller.account_id);
      return answer;
    };
    return from(this.intake.run(call, laneOf(operation), work));
  }

  private async answer(call: Call, operation: Operation, handle: () => Promise<object>): Promise<Answer> {
    if (call.expired) return this.recover(call, new Refused(call.expired));
    try {
      const output = await handle();
      const shown = call.dry_run ? await withoutMadeIds(this.db, call, operation, output) : output;
      return { json: JSON.stringify(shown), replayed: false };
    } catch (failure) {
      return this.recover(call, failure);
    }
  }

  private async recover(call: Call, failure: unknown): Promise<Answer> {
    try {
      return { json: await this.db.replayOf(call, failure), replayed: true };
    } catch (error) {
      if (error instanceof Refused) return { faults: error.faults };
      const away = databaseFault(error);
      const level = away ? 'warn' : 'error';
      this.log[level](
        { err: error, request_id: call.request_id, account_id: call.caller.account_id },
        'request failed',
      );
      return { faults: [away ?? internalFault] };
    }
  }
}
