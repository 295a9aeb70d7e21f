import type { Credentials } from '@stockbook/auth';
import type { Service } from '@stockbook/contracts';
import { type HttpAnswer, post, sign } from '@stockbook/testing/requests';
import { setTimeout as delay } from 'node:timers/promises';

const PATIENCE_MS = 15_000;
const PROBE_EVERY_MS = 200;

/** Requests that may not fail: all, or those to a path, except those that need a service which is away. */
export interface WatchedRequests {
  readonly path?: string;
  readonly away?: Service;
}

/** Requests that began in a span of time, and those of them that got no answer or a 5xx. */
export interface Watched extends WatchedRequests {
  readonly name: string;
  requests: number;
  readonly answered_ms: number[];
  readonly failures: string[];
}

interface Unanswered {
  readonly status: 'refused' | 'broken' | 'late';
  readonly why: string;
}

/** Like a load balancer, it avoids gateways that are not ready or refuse the connection. */
export class Gate {
  readonly watched: Watched[] = [];
  /** The longest time that a client has waited for an answer that came. */
  slowest_ms = 0;
  private readonly underWay = new Set<Promise<unknown>>();
  private readonly open: Set<string>;
  private readonly closing = new AbortController();
  private readonly probing: Promise<unknown>;
  private watching?: Watched;
  private turn = 0;

  constructor(readonly urls: readonly string[]) {
    this.open = new Set(urls);
    this.probing = Promise.all(urls.map((url) => this.probe(url)));
  }

  /** Undefined means that nobody knows whether the request was done. */
  async send(path: string, text: string, needs?: Service): Promise<HttpAnswer | undefined> {
    const watching = this.watching && isWatched(this.watching, path, needs) ? this.watching : undefined;
    if (watching) watching.requests++;
    const began = performance.now();
    const attempt = this.attempt(path, text);
    this.underWay.add(attempt);
    const answer = await attempt.finally(() => this.underWay.delete(attempt));
    if ('why' in answer) {
      watching?.failures.push(`${path} got no answer: ${answer.why}`);
      return undefined;
    }
    const took_ms = performance.now() - began;
    watching?.answered_ms.push(took_ms);
    this.slowest_ms = Math.max(this.slowest_ms, took_ms);
    if (answer.status >= 500) watching?.failures.push(`${path} ${describeAnswer(answer)}`);
    return answer;
  }

  ask(path: string, input: object, credentials: Credentials): Promise<HttpAnswer | undefined> {
    return this.send(path, sign(`/${path}`, input, credentials));
  }

  /** Does work. Until it is done and all requests of its time are answered, none of these requests may fail. */
  async watch(name: string, which: WatchedRequests, work: () => Promise<unknown>): Promise<Watched> {
    const watched: Watched = { name, ...which, requests: 0, answered_ms: [], failures: [] };
    this.watched.push(watched);
    this.watching = watched;
    try {
      await work();
    } finally {
      this.watching = undefined;
      await Promise.all(this.underWay);
    }
    return watched;
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.probing;
  }

  private async attempt(path: string, text: string): Promise<HttpAnswer | Unanswered> {
    const first = this.turn++;
    const around = this.urls.map((_, index) => this.urls[(first + index) % this.urls.length] ?? '');
    const ready = around.filter((url) => this.open.has(url));
    let answer: HttpAnswer | Unanswered = { status: 'refused', why: 'there is no gateway' };
    for (const url of [...ready, ...around.filter((url) => !this.open.has(url))]) {
      answer = await withinTime(post(url, path, text));
      if (answer.status !== 'refused') return answer;
    }
    return answer;
  }

  private async probe(url: string): Promise<void> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      const isReady = await fetch(`${url}/health/ready`, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(2_000)]),
      })
        .then(({ ok, body }) => body?.cancel().then(() => ok) ?? ok)
        .catch(() => false);
      if (isReady) this.open.add(url);
      else this.open.delete(url);
      await delay(PROBE_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

export const p99Of = ({ answered_ms }: Pick<Watched, 'answered_ms'>): number =>
  answered_ms.toSorted((a, b) => a - b)[Math.floor(0.99 * answered_ms.length)] ?? 0;

const isWatched = (watched: WatchedRequests, path: string, needs: Service | undefined): boolean =>
  (!watched.path || watched.path === path) && (!needs || watched.away !== needs);

async function withinTime(request: Promise<HttpAnswer>): Promise<HttpAnswer | Unanswered> {
  const waiting = new AbortController();
  const late: Unanswered = { status: 'late', why: `none within ${PATIENCE_MS} ms` };
  const timer = delay(PATIENCE_MS, late, { signal: waiting.signal }).catch(() => late);
  return Promise.race([request.catch(unanswered), timer]).finally(() => waiting.abort());
}

function unanswered(fault: unknown): Unanswered {
  const cause = fault instanceof Error ? (fault.cause ?? fault) : fault;
  const isRefused = typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'ECONNREFUSED';
  return { status: isRefused ? 'refused' : 'broken', why: String(cause) };
}

export const describeAnswer = (answer: HttpAnswer | undefined): string =>
  answer ? `${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}` : 'got no answer';
