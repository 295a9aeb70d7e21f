import type { Call, Fault, Operation } from '@stockbook/contracts';
import type { Answer } from '../answer.js';
import type { Attempt, Outcome } from './attempt.js';
import type { Route } from './route.js';

/** Picks an address for a call, if there is one besides those that are of no use to it. */
export type Choice = (useless: ReadonlySet<Route>) => Route | undefined;

/** No address took the call, or the one that had it was lost and the call may not be repeated. */
export class Undelivered extends Error {}

/**
 * The way of one call to its answer. It goes to a further address where nothing can have happened at the first; and where
 * the first was lost or is silent, if it may be repeated: a call that changes nothing, or a write whose request key gives a
 * repetition away.
 */
export class Delivery {
  private readonly attempts = new Map<Attempt, Route>();
  private readonly useless = new Set<Route>();
  private readonly lost = new Set<Route>();
  private readonly changesNothing: boolean;
  private readonly isRepeatable: boolean;
  private refusal: Answer | undefined;
  private declined: Answer | undefined;

  constructor(
    private readonly choose: Choice,
    private readonly operation: Operation,
    private readonly call: Call,
  ) {
    this.changesNothing = operation.kind === 'read' || call.dry_run === true;
    this.isRepeatable = this.changesNothing || call.request_key !== undefined;
  }

  /** The first answer that holds; `late` ends the waiting. */
  async run(late: Promise<never>): Promise<Answer> {
    try {
      for (;;) {
        if (this.mayBegin()) this.begin();
        if (!this.attempts.size) return this.last();
        const answer = this.take(...(await Promise.race([late, ...this.upcoming()])));
        if (answer) return answer;
      }
    } finally {
      for (const attempt of this.attempts.keys()) attempt.drop();
    }
  }

  private mayBegin(): boolean {
    if (this.refusal) return false;
    if (!this.attempts.size) return true;
    return this.isRepeatable && [...this.attempts.keys()].every(({ isSilent }) => isSilent);
  }

  private begin(): void {
    const route = this.choose(this.useless);
    if (route) this.attempts.set(route.attempt(this.operation.path, this.call), route);
  }

  private upcoming(): Promise<readonly [Attempt, Route, Outcome]>[] {
    return [...this.attempts].map(async ([attempt, route]) => [attempt, route, await attempt.next] as const);
  }

  private take(attempt: Attempt, route: Route, outcome: Outcome): Answer | undefined {
    if (outcome.kind === 'silent') {
      this.useless.add(route);
      return undefined;
    }
    this.attempts.delete(attempt);
    if (outcome.kind === 'answered' && !('declined' in outcome.answer)) return this.settled(outcome.answer);
    if (outcome.kind === 'answered') this.declined = outcome.answer;
    else if (outcome.kind !== 'unreached' && !this.isRepeatable) throw new Undelivered();
    // After a loss the same address may serve once more: it may have started anew.
    if (outcome.kind === 'lost' && !this.lost.has(route)) this.lost.add(route);
    else this.useless.add(route);
    return undefined;
  }

  /**
   * While a silent service may still do a write that another refuses, the refusal does not hold. A fault that passes says
   * nothing of the write's outcome, and its client repeats it.
   */
  private settled(answer: Answer): Answer | undefined {
    if ('json' in answer || this.changesNothing || !this.attempts.size || isPassing(answer.faults)) return answer;
    this.refusal = answer;
    return undefined;
  }

  private last(): Answer {
    const answer = this.refusal ?? this.declined;
    if (answer) return answer;
    throw new Undelivered();
  }
}

const isPassing = (faults: readonly Fault[]): boolean =>
  faults.every(({ code }) => code === 'timeout' || code === 'unavailable');
