import DataLoader from 'dataloader';

const MOST_TOGETHER = 64;

/** Reads that begin in one turn of the event loop share a statement. `read` answers each in its place. */
export function sharedReads<I, O>(read: (inputs: readonly I[]) => Promise<O[]>): (input: I) => Promise<O> {
  const batchScheduleFn = (send: () => void) => void setImmediate(send);
  const loader = new DataLoader(read, { cache: false, maxBatchSize: MOST_TOGETHER, batchScheduleFn });
  return (input) => loader.load(input);
}
