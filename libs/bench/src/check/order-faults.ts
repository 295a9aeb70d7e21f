import type { LoadResult } from '../load/job.js';

export interface OrderFound {
  readonly order_id: number;
  readonly comment: string;
  readonly lines: number;
  readonly pieces: number;
  /** Quantities deducted by sales' account and by inventory's. */
  readonly taken: number;
  readonly deducted: number;
  /** The times at which its event was written, its stock had moved, and sales had learnt so. */
  readonly committed_at: number;
  readonly moved_at: number;
  readonly settled_at: number;
}

export interface OrderEvidence {
  readonly run: string;
  readonly lines: number;
  readonly load: LoadResult;
  readonly found: readonly OrderFound[];
  readonly flowFaults: readonly string[];
}

export function orderFaults({ run, lines, load, found, flowFaults }: OrderEvidence): string[] {
  const faults: string[] = [];
  const byId = new Map(found.map((order) => [order.order_id, order]));
  const acknowledged = new Set(load.acknowledgements.map(({ id }) => id));
  const lost = [...acknowledged].filter((id) => !byId.has(id));
  if (lost.length) faults.push(`${lost.length} acknowledged orders are not there: ${some(lost)}.`);
  const twice = load.acknowledgements.length - acknowledged.size;
  if (twice) faults.push(`${twice} orders were acknowledged twice.`);
  const unexpected = found.length - (acknowledged.size - lost.length) - load.unanswered;
  if (unexpected > 0) faults.push(`${unexpected} orders are there that were not acknowledged.`);
  const comments = new Set(found.map(({ comment }) => comment));
  if (comments.size < found.length) faults.push(`${found.length - comments.size} requests made more than one order.`);
  const wrong = (is: (order: OrderFound) => boolean, what: string) => {
    const ids = found.filter(is).map(({ order_id }) => order_id);
    if (ids.length) faults.push(`${ids.length} orders ${what}: ${some(ids)}.`);
  };
  wrong((order) => !order.comment.startsWith(`${run} `), 'are not of this run');
  wrong((order) => order.lines !== lines, `do not have ${lines} lines`);
  wrong((order) => order.taken !== order.pieces, 'do not know their stock as deducted');
  wrong((order) => order.deducted !== order.pieces, 'have another quantity deducted');
  return [...faults, ...flowFaults];
}

const some = (ids: readonly number[]): string => `${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ' and more' : ''}`;
