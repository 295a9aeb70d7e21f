import { adds, type Call, internalFault, type Operation, Refused, sparse } from '@stockbook/contracts';
import { databaseFault, Db } from '@stockbook/persistence';
import { ended, type Log, LOG, markFailed, startSpan, traceIdOf, traceparentOf } from '@stockbook/process';
import { type Answer, Invalidations } from '@stockbook/rpc';
import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import { type Span, SpanKind } from '@opentelemetry/api';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { AdmissionQueue } from '../admission/admission-queue.js';
import { storageFull } from '../quota/storage-full.js';
import { withoutMadeIds } from './dry-run.js';
import { handledBy, poolOf } from './handles.js';
import { Later } from '../admission/later.js';
import { WrittenAnswer } from './written-answer.js';

/** The injection token of the operations that change records which other processes cache. */
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
    const given = context.switchToRpc().getData<Call>();
    const { operation, sharesConnections } = handledBy(context.getHandler());
    const span = startSpan(SpanKind.SERVER, given.traceparent, operation.path);
    const call = span ? inSpan(span, given, context) : given;
    const work = async () => {
      span?.addEvent('admitted');
      const answer = await this.answer(call, operation, () => lastValueFrom(handler.handle()));
      // A replay invalidates too: the first answer may have been lost before every process confirmed.
      if (answer instanceof Later) return answer;
      const isChange = 'json' in answer && !call.dry_run && this.invalidating.has(operation);
      if (isChange) await this.invalidations.send(call.caller.account_id);
      return answer;
    };
    const answer = this.admission.run(call, poolOf(operation), work, sharesConnections);
    return from(span ? ended(showing(span, answer), span) : answer);
  }

  private async answer(
    call: Call,
    operation: Operation,
    handle: () => Promise<object>,
  ): Promise<Answer | Later<Answer>> {
    if (call.expired) return this.recover(call, new Refused(call.expired));
    try {
      if (adds(operation) && this.db.fullAccounts.has(call.caller.account_id)) throw new Refused(storageFull);
      const output = await handle();
      if (output instanceof Later)
        return new Later(output.until, output.cancel, () => this.answer(call, operation, output.go));
      const asked = (answer: object) => sparse(operation, call.input, answer);
      if (output instanceof WrittenAnswer) return { json: output.json(asked), replayed: false };
      const shown = call.dry_run ? await withoutMadeIds(this.db, call, operation, output) : output;
      return { json: JSON.stringify(asked(shown)), replayed: false };
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
        {
          err: error,
          request_id: call.request_id,
          trace_id: traceIdOf(call.traceparent),
          account_id: call.caller.account_id,
        },
        'request failed',
      );
      return { faults: [away ?? internalFault] };
    }
  }
}

/** The handler gets the call as part of this span, too. */
function inSpan(span: Span, given: Call, context: ExecutionContext): Call {
  const call = { ...given, traceparent: traceparentOf(span) };
  span.setAttributes({ 'stockbook.account_id': call.caller.account_id, 'stockbook.request_id': call.request_id });
  context.getArgs()[0] = call;
  return call;
}

async function showing(span: Span, given: Promise<Answer>): Promise<Answer> {
  const answer = await given;
  const outcome = 'json' in answer ? 'answered' : (answer.faults[0]?.code ?? 'refused');
  span.setAttribute('stockbook.outcome', outcome);
  if (outcome === internalFault.code) markFailed(span, outcome);
  return answer;
}
