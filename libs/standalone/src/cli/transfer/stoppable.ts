/** The exit code of a program that a signal has ended. */
export const INTERRUPTED = 130;

/** Aborts the signal at Ctrl-C, so that what is under way can be finished; a second one ends the process. */
export async function stoppable<T>(work: (stop: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.once('SIGINT', onSignal);
  try {
    return await work(stop.signal);
  } finally {
    process.off('SIGINT', onSignal);
  }
}
