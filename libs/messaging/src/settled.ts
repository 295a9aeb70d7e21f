import { setTimeout as delay } from 'node:timers/promises';

/** A part of the flow of events: a relay, a consumer, or a job. */
export interface Settling {
  /** Counts what the part has finished. */
  readonly done: number;
  /** Whether nothing waits for the part and nothing is in its hands. */
  isIdle(): Promise<boolean>;
}

/**
 * Resolves when no event is pending, on its way or in work in any of the parts. Nothing may have been finished while
 * they were asked: it may have moved on to a part that had answered already.
 */
export async function settled(parts: readonly Settling[]): Promise<void> {
  const finished = () => parts.reduce((sum, { done }) => sum + done, 0);
  for (;;) {
    const before = finished();
    if ((await areIdle(parts)) && finished() === before) return;
    await delay(2);
  }
}

/** Asks one after the other, up to the first that is not: to ask is work too, and much of it over Kafka. */
async function areIdle(parts: readonly Settling[]): Promise<boolean> {
  for (const part of parts) if (!(await part.isIdle())) return false;
  return true;
}
