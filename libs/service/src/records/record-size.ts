import { type FactType, Refused } from '@stockbook/contracts';
import type { Tx } from '@stockbook/persistence';
import { storageFull } from '../quota/storage-full.js';

/** Of a record as JSON, in UTF-8: a page of 100 records has to fit into a process. */
const MOST_BYTES = 1_048_576;

const bytesOf = (record: object): number => Buffer.byteLength(JSON.stringify(record));

interface States {
  readonly change: string;
  readonly before?: object;
  readonly after: object;
}

/**
 * Refuses a change of a user that makes a record too large, or a record of a full account larger. Every kind of record whose changes are
 * facts is judged here. A record that is too large already may shrink, and be deleted.
 */
export function judgeSize(
  tx: Pick<Tx, 'isFull'>,
  { topic }: Pick<FactType, 'topic'>,
  { change, before, after }: States,
): void {
  if (change === 'deleted') return;
  const bytes = bytesOf(after);
  const { isFull } = tx;
  if (bytes <= MOST_BYTES && !isFull) return;
  if (before && bytes <= bytesOf(before)) return;
  if (isFull) throw new Refused(storageFull);
  const message = `A record of ${topic.replaceAll('.', '/')} has at most ${MOST_BYTES} bytes as JSON: this one would have ${bytes}.`;
  throw new Refused({ code: 'invalid', message });
}
