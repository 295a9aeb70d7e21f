import { setTimeout as delay } from 'node:timers/promises';

export interface Settling {
  /** The number of finished units. */
  readonly done: number;
  /** Tells whether nothing is pending or in work. */
  isIdle(): Promise<boolean>;
}

/**
 * Asks again if a part finished something meanwhile: its work may have moved to a part that had already answered.
 * `asked` names those that answer for all, as one replica of each service does.
 */
export async function settled(parts: readonly Settling[], asked = parts): Promise<void> {
  const finished = () => parts.reduce((sum, { done }) => sum + done, 0);
  // A question is work, too, so a long wait asks less often.
  for (let pause = 2; ; pause = Math.min(pause * 1.1, 25)) {
    const before = finished();
    if ((await areIdle(asked)) && finished() === before) return;
    await delay(pause);
  }
}

/** Asks one after the other, because each question is work, above all over Kafka. */
async function areIdle(parts: readonly Settling[]): Promise<boolean> {
  for (const part of parts) if (!(await part.isIdle())) return false;
  return true;
}
