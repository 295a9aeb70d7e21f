import type { Line } from './line.js';
import { nextStep } from './steps.js';

/** The server knows the key of a request for a day. The clocks of two computers may differ. */
export const KEY_MS = 23 * 3_600_000;

export type LineState =
  'finding' | 'choose' | 'failed' | 'conflict' | 'unsure' | 'saving' | 'saved' | 'unchanged' | 'undone' | 'closed';

/** Tells whether nobody knows if a request was granted, and sending it again could do it twice. */
const isUnsure = ({ sent }: Line): boolean => sent !== undefined && Date.now() - sent.sent_at > KEY_MS;

export const isDue = (line: Line): boolean => ['finding', 'saving'].includes(stateOf(line));

export function stateOf(line: Line): LineState {
  const { mode, faults, offered, sent, booked, is_closed, is_undone } = line;
  if (isUnsure(line)) return 'unsure';
  if (offered) return 'choose';
  if (faults) return mode === 'adjust' && faults.some(({ code }) => code === 'stale') ? 'conflict' : 'failed';
  if (is_closed) return 'closed';
  if (!line.item) return 'finding';
  if (sent || nextStep(line)) return 'saving';
  if (is_undone) return 'undone';
  return booked ? 'saved' : 'unchanged';
}

export const isDone = (line: Line): boolean => ['saved', 'unchanged', 'undone', 'closed'].includes(stateOf(line));

/** A count of an item that somebody else has planned has no opposite: a new count replaces it. */
export const mayUndo = (line: Line): boolean =>
  !line.is_undone && !line.is_closed && !(line.mode === 'count' && line.booked && !line.has_planned);
