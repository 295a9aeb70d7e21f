import { setTimeout as delay } from 'node:timers/promises';

export interface Settling {
  readonly done: number;
  isIdle(): Promise<boolean>;
}

/** Asks again, as work may have moved to a part that had answered. `asked` are those that answer for all. */
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
