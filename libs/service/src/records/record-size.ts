import { type FactType, Refused } from '@stockbook/contracts';
import type { Tx } from '@stockbook/persistence';
import { storageFull } from '../quota/storage-full.js';

/** The most bytes of a record's JSON: a process has to hold a page of 100 records. */
const MOST_BYTES = 1_048_576;
/** Numbers, dates and states differ in length, so a full account may grow by this. */
const SLIGHT = 256;

const bytesOf = (record: object): number => Buffer.byteLength(JSON.stringify(record));

interface States {
  readonly change: string;
  readonly before?: object;
  readonly after: object;
}

/** A record that is too large already may shrink, and be deleted. */
export function judgeSize(
  { isFull }: Pick<Tx, 'isFull'>,
  { topic }: Pick<FactType, 'topic'>,
  { change, before, after }: States,
): void {
  if (change === 'deleted') return;
  const bytes = bytesOf(after);
  if (bytes <= MOST_BYTES && !isFull) return;
  const growth = bytes - (before ? bytesOf(before) : 0);
  if (isFull && growth > SLIGHT) throw new Refused(storageFull);
  if (bytes <= MOST_BYTES || growth <= 0) return;
  const message =
    `A record of ${topic.replaceAll('.', '/')} has at most ${MOST_BYTES} bytes as JSON: ` +
    `this one would have ${bytes}.`;
  throw new Refused({ code: 'invalid', message });
}
