import type { Answer } from './exchange.js';
import type { Patience } from './retries.js';

export interface BatchedOptions {
  /** The first request of a batch waits this long for others, in ms; 20 by default. */
  readonly wait?: number;
  /** The most requests of a batch; 100 by default. */
  readonly size?: number;
  /** The most batches under way; 2 by default. */
  readonly parallel?: number;
}

interface Collected {
  readonly path: string;
  readonly body: object;
  /** The number of its characters. */
  readonly length: number;
  readonly patience: Patience;
}

interface Waiting extends Collected {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (fault: unknown) => void;
}

/** The most characters of a batch: half of them may take three bytes, and the body is still below 8 MiB. */
const MOST_CHARACTERS = 4_000_000;
/** A longer request goes alone. */
export const LONGEST = 1_000_000;

/**
 * Collects requests and sends them in batches, side by side. A request whose signal aborts before its batch begins is
 * not sent.
 */
export function collector(
  send: (requests: readonly Collected[]) => Promise<readonly Answer[]>,
  { wait = 20, size = 100, parallel = 2 }: BatchedOptions = {},
): (request: Collected, signal: AbortSignal) => Promise<Answer> {
  const waiting: Waiting[] = [];
  let [characters, underWay] = [0, 0];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (!waiting.length || underWay === parallel) return;
    const taken = takeBatch();
    underWay++;
    send(taken)
      .then(
        (answers) => taken.forEach(({ resolve }, i) => resolve(answers[i] ?? { status: 0 })),
        (fault: unknown) => taken.forEach(({ reject }) => reject(fault)),
      )
      .finally(() => {
        underWay--;
        if (!timer) flush();
      });
  };

  function takeBatch(): Waiting[] {
    let [count, taken] = [0, 0];
    for (const { length } of waiting.slice(0, size)) {
      if (count && taken + length > MOST_CHARACTERS) break;
      [count, taken] = [count + 1, taken + length];
    }
    characters -= taken;
    return waiting.splice(0, count);
  }

  return (request, signal) =>
    new Promise((resolve, reject) => {
      const added = { ...request, resolve, reject };
      waiting.push(added);
      characters += request.length;
      signal.addEventListener('abort', () => {
        const at = waiting.indexOf(added);
        if (at >= 0) characters -= waiting.splice(at, 1)[0]?.length ?? 0;
      });
      if (waiting.length >= size || characters > MOST_CHARACTERS) flush();
      else timer ??= setTimeout(flush, wait);
    });
}
