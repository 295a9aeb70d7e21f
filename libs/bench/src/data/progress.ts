import { SingleBar } from 'cli-progress';

/** Runs steps one after the other and shows how far they are. */
export async function withProgress(what: string, steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const format = `${what} [{bar}] {percentage} % in {duration_formatted}`;
  const bar = new SingleBar({ format, stream: process.stderr, noTTYOutput: true, notTTYSchedule: 5_000 });
  bar.start(steps.length, 0);
  for (const step of steps) {
    await step();
    bar.increment();
  }
  bar.stop();
}
