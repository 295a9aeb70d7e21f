import {
  type Asking,
  type Call,
  type Operation,
  ownCaller,
  type ProcessName,
  Refused,
  REQUEST_MS,
  type Service,
} from '@stockbook/contracts';
import { counter, histogram, markFailed, startSpan, traceparentOf } from '@stockbook/process';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import { SpanKind } from '@opentelemetry/api';
import { randomUUID } from 'node:crypto';
import { type Answer, Undelivered } from './answer.js';
import type { Freshness } from './freshness/freshness.js';
import type { Invalidations } from './freshness/invalidations.js';

export interface ServiceLink {
  /** Rejects if the service is unreachable, and with the reason of `late` if no answer comes in time. */
  ask(operation: Operation, call: Call, late: Promise<never>): Promise<Answer>;
  watch(): Freshness;
  close(): void;
}

export interface ServiceTransport {
  readonly strategy: CustomTransportStrategy & { readonly invalidations: Invalidations };
}

type Success = Extract<Answer, { json: string }>;

const calls = counter('stockbook_calls_total', 'Calls to services', 'service', 'operation', 'outcome');
/** The operation is no label, because it would double the series of a gateway: its HTTP durations have it. */
const durations = histogram('stockbook_call_duration_seconds', 'Time until the answer of a service', ['service']);

/** Returns the head of a call on the process's own behalf, outside of any request. */
export const ownAsking = (account_id: number, within_ms = REQUEST_MS): Asking => ({
  caller: ownCaller(account_id),
  deadline: Date.now() + within_ms,
  request_id: randomUUID(),
});

/** The client of every service: one call, one answer, and a deadline on each. */
export class Services {
  /** Every operation may be called if there is no caller. */
  constructor(
    private readonly links: Readonly<Record<Service, ServiceLink>>,
    private readonly caller?: ProcessName,
  ) {}

  /** Returns these connections for a process, which may call what the contract says. */
  as(caller: ProcessName): Services {
    return new Services(this.links, caller);
  }

  /** Throws Refused, also for a missed deadline: that of the call, or `within_ms` from now if earlier. */
  async ask<I extends object, O extends object>(
    operation: Operation<I, O>,
    call: Call<I>,
    within_ms?: number,
  ): Promise<{ output: O }> {
    const { json } = await this.forward(operation, call, within_ms);
    return { output: JSON.parse(json) };
  }

  /** Asks on the process's own behalf, outside of any request. */
  askFor<I extends object, O extends object>(
    account_id: number,
    operation: Operation<I, O>,
    input: I,
    within_ms: number,
  ): Promise<{ output: O }> {
    return this.ask(operation, { ...ownAsking(account_id, within_ms), input });
  }

  /** Asks like `ask`, but the response stays the JSON text that the service wrote. */
  async forward(operation: Operation, call: Call, within_ms = Infinity): Promise<Success> {
    const deadline = Math.min(call.deadline, Date.now() + within_ms);
    const answer = await this.send(operation, { ...call, deadline });
    if ('json' in answer) return answer;
    const [first, ...others] = answer.faults;
    if (!first) throw new Error(`${operation.path} answered neither with a response nor with a fault.`);
    throw new Refused(first, ...others);
  }

  watch(service: Service): Freshness {
    return this.links[service].watch();
  }

  close(): void {
    for (const link of Object.values(this.links)) link.close();
  }

  private async send(operation: Operation, call: Call): Promise<Answer> {
    const { service, path, callers } = operation;
    if (this.caller && !callers.includes(this.caller)) {
      throw new Error(`The contract does not name ${this.caller} as a caller of ${path}.`);
    }
    const began = performance.now();
    const span = startSpan(SpanKind.CLIENT, call.traceparent, path);
    const sent = span ? { ...call, traceparent: traceparentOf(span) } : call;
    let outcome = 'lost';
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const message = `The ${service} service did not answer in time; the same request can be repeated safely.`;
      const giveUp = () => reject(new Refused({ code: 'timeout', message }));
      timer = setTimeout(giveUp, Math.max(1, call.deadline - Date.now()));
    });
    try {
      const answer = await this.links[service].ask(operation, sent, late);
      outcome = answerOutcome(answer);
      return answer;
    } catch (error) {
      if (error instanceof Undelivered) outcome = error.outcome;
      else if (error instanceof Refused) outcome = 'timeout';
      if (error instanceof Refused) throw error;
      const message = `The ${service} service is not available now; the same request can be repeated safely.`;
      throw new Refused({ code: 'unavailable', message });
    } finally {
      clearTimeout(timer);
      span?.setAttributes({ 'peer.service': service, 'stockbook.outcome': outcome });
      if (span && outcome !== 'answered' && outcome !== 'refused') markFailed(span, outcome);
      span?.end();
      calls.inc({ service, operation: path, outcome });
      if (!operation.waits) durations.observe({ service }, (performance.now() - began) / 1_000);
    }
  }
}

function answerOutcome(answer: Answer): string {
  if ('json' in answer) return 'answered';
  return 'declined' in answer ? 'declined' : 'refused';
}
