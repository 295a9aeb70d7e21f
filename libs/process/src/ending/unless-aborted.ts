/** Waits for work until the signal is aborted; then throws the signal's reason and ignores the outcome. */
export async function unlessAborted<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  signal?.throwIfAborted();
  const done = new AbortController();
  const aborted = new Promise<never>((_, reject) =>
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true, signal: done.signal }),
  );
  return Promise.race([work(), aborted]).finally(() => done.abort());
}
