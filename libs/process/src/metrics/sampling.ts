export const SAMPLE_MS = 10_000;

/** Reads now and every 10 s, so that a scrape does no work. Returns a function that stops it. */
export function sampled(read: () => void): () => void {
  read();
  const timer = setInterval(read, SAMPLE_MS).unref();
  return () => clearInterval(timer);
}
