import type { SettledLine, StockAnswer } from '@stockbook/contracts';
import type { LineRecord } from '../record/order-records.js';
import { costShown, isDeducted, sumLineCosts } from '../record/order-sums.js';

/** A text of history names at most this many lines. */
const MAX_NAMES = 20;
/** Inventory does not count more orders exactly. */
const MAX_BEHIND = 100;

/** An answer of the inventory; `sequence` counts those to one document. */
export interface Answer {
  readonly sequence: number;
  readonly payload: StockAnswer;
}
type StockLine = Pick<
  LineRecord,
  | 'item_id'
  | 'model'
  | 'name'
  | 'quantity'
  | 'cost'
  | 'cost_taken'
  | 'taken'
  | 'short'
  | 'stock_sequence'
  | 'date_deleted'
>;
/** A document after its stock answers. */
export interface Settlement<L> {
  /** The lines that are not as before. */
  readonly changed: readonly L[];
  /** The cost of all living lines. */
  readonly cost: number;
  readonly deducted: boolean;
  /** The comments for the history, one per answer. */
  readonly comments: readonly string[];
}

/** A line that a later answer has settled stays as it is. */
export function settle<L extends StockLine>(
  lines: readonly L[],
  answers: readonly Answer[],
  idOf: (line: L) => number,
): Settlement<L> {
  const comments: string[] = [];
  let settled: readonly L[] = lines;
  for (const { sequence, payload } of answers) {
    const answerOf = new Map(payload.lines.map((answer) => [answer.line_id, answer]));
    const heard: Heard[] = [];
    settled = settled.map((line) => {
      const answer = answerOf.get(idOf(line));
      if (!answer || line.stock_sequence >= sequence) return line;
      heard.push({ line, answer });
      return settledLine(line, answer, sequence);
    });
    const comment = commentOf(heard);
    if (comment) comments.push(comment);
  }
  const changed = settled.filter((line, i) => line !== lines[i]);
  const living = settled.filter(({ date_deleted }) => !date_deleted);
  return { changed, cost: sumLineCosts(living), deducted: isDeducted(living), comments };
}

interface Heard {
  readonly line: StockLine;
  readonly answer: SettledLine;
}

const shortOf = ({ wanted, taken, settled }: SettledLine): number => (settled ? 0 : wanted - taken);

function settledLine<L extends StockLine>(line: L, answer: SettledLine, stock_sequence: number): L {
  const { taken, unit_cost } = answer;
  const cost_taken = unit_cost ? costShown(unit_cost) : null;
  return { ...line, taken, short: shortOf(answer), stock_sequence, cost_taken };
}

function commentOf(heard: readonly Heard[]): string {
  const moved = (sign: number) =>
    heard
      .map(({ line, answer }) => ({ name: line.name, pieces: sign * (answer.taken - line.taken) }))
      .filter(({ pieces }) => pieces > 0)
      .map(({ name, pieces }) => `${pieces} ${name}`);
  const short = heard
    .filter(({ line, answer }) => !answer.settled && shortOf(answer) !== line.short)
    .map(({ line, answer }) => shortage(line, answer));
  const sentences = [
    sentence('Deducted', moved(1)),
    sentence('Given back', moved(-1)),
    ...short.slice(0, MAX_NAMES),
    short.length > MAX_NAMES && `${short.length - MAX_NAMES} more items are short.`,
  ];
  return sentences.filter(Boolean).join(' ');
}

function shortage({ item_id, model, name }: StockLine, answer: SettledLine): string {
  const { available, behind, location } = answer;
  const item = `Item ${item_id} (${model || name})`;
  const [wanted, at] = [shortOf(answer), location ? ` at ${location}` : ''];
  if (behind !== undefined || available >= wanted)
    return `${item} waits behind ${olderOrders(behind)}${at}: ${wanted} wanted, ${available} available.`;
  return `${item} is short by ${wanted - available}${at}: ${wanted} wanted, ${available} available.`;
}

function olderOrders(number = 0): string {
  if (!number) return 'older orders';
  if (number >= MAX_BEHIND) return `${MAX_BEHIND} or more older orders`;
  return number === 1 ? '1 older order' : `${number} older orders`;
}

function sentence(what: string, parts: readonly string[]): string {
  if (!parts.length) return '';
  const others = parts.length - MAX_NAMES;
  return `${what}: ${parts.slice(0, MAX_NAMES).join(', ')}${others > 0 ? ` and ${others} more` : ''}.`;
}
