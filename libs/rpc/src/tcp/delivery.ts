import type { Call, Fault, Operation } from '@stockbook/contracts';
import { type Answer, Undelivered } from '../answer.js';
import type { Attempt, Outcome } from './attempt.js';
import type { Endpoint } from './endpoint.js';

export interface Replicas {
  choose(excluded: ReadonlySet<Endpoint>): Endpoint | undefined;
  lookUpEarly(): Promise<void>;
}

/** Tries another replica after a loss or a silence only if the call changes nothing or has a request key. */
export class Delivery {
  private readonly attempts = new Map<Attempt, Endpoint>();
  private readonly excluded = new Set<Endpoint>();
  private readonly lost = new Set<Endpoint>();
  private readonly changesNothing: boolean;
  private readonly isRepeatable: boolean;
  private hasLookedUp = false;
  private refusal: Answer | undefined;
  private declined: Answer | undefined;

  constructor(
    private readonly replicas: Replicas,
    private readonly operation: Operation,
    private readonly call: Call,
  ) {
    this.changesNothing = operation.kind === 'read' || call.dry_run === true;
    this.isRepeatable = this.changesNothing || call.request_key !== undefined;
  }

  /** Resolves to the first valid answer; rejects with `late`. */
  async run(late: Promise<never>): Promise<Answer> {
    try {
      for (;;) {
        if (this.mayBegin()) {
          let endpoint = this.replicas.choose(this.excluded);
          if (endpoint?.health !== 'up' && !this.hasLookedUp) {
            await Promise.race([late, this.lookUp()]);
            endpoint = this.replicas.choose(this.excluded);
          }
          if (endpoint) this.begin(endpoint);
        }
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

  private lookUp(): Promise<void> {
    this.hasLookedUp = true;
    return this.replicas.lookUpEarly();
  }

  private begin(endpoint: Endpoint): void {
    this.attempts.set(endpoint.attempt(this.operation.path, this.call), endpoint);
  }

  private upcoming(): Promise<readonly [Attempt, Endpoint, Outcome]>[] {
    return [...this.attempts].map(async ([attempt, endpoint]) => [attempt, endpoint, await attempt.next] as const);
  }

  private take(attempt: Attempt, endpoint: Endpoint, outcome: Outcome): Answer | undefined {
    if (outcome.kind === 'silent') {
      this.excluded.add(endpoint);
      return undefined;
    }
    this.attempts.delete(attempt);
    if (outcome.kind === 'answered' && !('declined' in outcome.answer)) return this.accept(outcome.answer);
    if (outcome.kind === 'answered') this.declined = outcome.answer;
    else if (outcome.kind !== 'unreached' && !this.isRepeatable) throw new Undelivered('lost');
    // After a loss the replica gets one more attempt, because it may have restarted.
    if (outcome.kind === 'lost' && !this.lost.has(endpoint)) this.lost.add(endpoint);
    else this.excluded.add(endpoint);
    return undefined;
  }

  /** A silent replica may still do the write; after a transient fault the client repeats it. */
  private accept(answer: Answer): Answer | undefined {
    if ('json' in answer || this.changesNothing || !this.attempts.size || isTransient(answer.faults)) return answer;
    this.refusal = answer;
    return undefined;
  }

  private last(): Answer {
    const answer = this.refusal ?? this.declined;
    if (answer) return answer;
    throw new Undelivered('unreached');
  }
}

const isTransient = (faults: readonly Fault[]): boolean =>
  faults.every(({ code }) => code === 'timeout' || code === 'unavailable');
