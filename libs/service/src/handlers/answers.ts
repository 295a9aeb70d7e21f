import { type Call, internalFault, type Operation, Refused } from '@stockbook/contracts';
import { databaseFault, Db } from '@stockbook/persistence';
import { type Log, LOG } from '@stockbook/process';
import { type Answer, Invalidations } from '@stockbook/rpc';
import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { AdmissionQueue } from '../admission/admission-queue.js';
import { withoutMadeIds } from './dry-run.js';
import { operationOf, poolOf } from './handles.js';

/** Injection token of the operations that change records which other processes cache. */
export const INVALIDATING = Symbol('invalidating');

/** Admits each call and turns its outcome into an answer. Logs errors other than refusals, once. */
@Injectable()
export class Answers implements NestInterceptor<object, Answer> {
  constructor(
    private readonly db: Db,
    private readonly admission: AdmissionQueue,
    private readonly invalidations: Invalidations,
    @Inject(INVALIDATING) private readonly invalidating: ReadonlySet<Operation>,
    @Inject(LOG) private readonly log: Log,
  ) {}

  intercept(context: ExecutionContext, handler: CallHandler<object>): Observable<Answer> {
    const call = context.switchToRpc().getData<Call>();
    const operation = operationOf(context.getHandler());
    const work = async () => {
      const answer = await this.answer(call, operation, () => lastValueFrom(handler.handle()));
      // A replay invalidates too: the first answer may have been lost before every process confirmed.
      const isChange = 'json' in answer && !call.dry_run && this.invalidating.has(operation);
      if (isChange) await this.invalidations.send(call.caller.account_id);
      return answer;
    };
    return from(this.admission.run(call, poolOf(operation), work));
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
