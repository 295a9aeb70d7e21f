import type { OrderStock, SettledLine } from '@stockbook/contracts';
import { Big } from 'big.js';
import { costOf } from './order-lines.js';
import type { LineRecord } from './order-records.js';

/** An answer of the inventory; `sequence` counts those to one order. */
export interface Answer {
  readonly sequence: number;
  readonly payload: OrderStock;
}
/** What answers make of an order. */
export interface Settlement {
  /** The lines that are not as before. */
  readonly changed: readonly LineRecord[];
  /** Of all living lines, as far as it is known. */
  readonly cost: number | null;
  /** What history says, one text an answer. */
  readonly comments: readonly string[];
}

/** Applies the answers to an order, in their sequence, to its lines. What a line has heard a later answer to stays as it is. */
export function settle(lines: readonly LineRecord[], answers: readonly Answer[]): Settlement {
  const comments: string[] = [];
  let settled = lines;
  for (const { sequence, payload } of answers) {
    const answerOf = new Map(payload.lines.map((answer) => [keyOf(answer), answer]));
    const heard: Heard[] = [];
    settled = settled.map((line) => {
      const answer = answerOf.get(keyOf(line));
      if (!answer || line.stock_sequence >= sequence) return line;
      heard.push({ line, answer });
      return settledLine(line, answer, sequence);
    });
    const comment = commentOf(heard);
    if (comment) comments.push(comment);
  }
  const changed = settled.filter((line, i) => line !== lines[i]);
  return { changed, cost: costOf(settled.filter(({ date_deleted }) => !date_deleted)), comments };
}

interface Heard {
  readonly line: LineRecord;
  readonly answer: SettledLine;
}

const keyOf = ({ order_product_id, item_id }: Pick<SettledLine, 'order_product_id' | 'item_id'>): string =>
  `${order_product_id}/${item_id}`;

function settledLine(line: LineRecord, { taken, cost }: SettledLine, stock_sequence: number): LineRecord {
  const unitCost = taken ? new Big(cost).div(taken).round(4).toNumber() : null;
  return { ...line, taken, stock_sequence, cost: line.cost_given ? line.cost : unitCost };
}

function commentOf(heard: readonly Heard[]): string {
  const moved = (sign: number) =>
    heard
      .map(({ line, answer }) => ({ name: line.name, pieces: sign * (answer.taken - line.taken) }))
      .filter(({ pieces }) => pieces > 0)
      .map(({ name, pieces }) => `${pieces} ${name}`);
  const short = heard
    .filter(({ answer }) => !answer.settled)
    .map(({ line, answer }) => `${line.name} needs ${answer.wanted}, ${answer.available} available`);
  const sentences = [
    sentence('Deducted', moved(1)),
    sentence('Given back', moved(-1)),
    sentence('Short of stock', short),
  ];
  return sentences.filter(Boolean).join(' ');
}

const sentence = (what: string, parts: readonly string[]): string =>
  parts.length ? `${what}: ${parts.join(', ')}.` : '';
