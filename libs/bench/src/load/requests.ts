import type { OrderAdd } from '@stockbook/contracts';
import type { Plan } from './job.js';

/** This prime divides no number of items here, so steps by it reach all of them. */
const STEP = 7_919;

export function bodiesOf(plan: Plan): () => object {
  let next = 0;
  return () => nthBody(plan, next++);
}

function nthBody(plan: Plan, n: number): object {
  switch (plan.kind) {
    case 'same':
      return plan.bodies[n % plan.bodies.length] ?? {};
    case 'orders':
      return nthOrder(plan, n);
    case 'stock':
      return { items: stockLinesOf(plan, n) };
    case 'items':
      return { ...plan.template, name: `${plan.run} ${n}`, model: `${plan.run}-${n}`, sku: `${plan.run}-${n}` };
    case 'batches':
      return { in_order: false, requests: batchedRequests(plan, n) };
  }
}

const batchedRequests = ({ path, of, size }: Plan & { kind: 'batches' }, n: number) =>
  Array.from({ length: size }, (_, i) => ({ path, body: nthBody(of, n * size + i) }));

function nthOrder(plan: Plan & { kind: 'orders' }, n: number): OrderAdd {
  const { run, template, item_ids, lines, hot_item_id, isImported } = plan;
  const drawn = Array.from({ length: lines }, (_, i) => idAt(item_ids, n * lines + i));
  const ids = hot_item_id ? [hot_item_id, ...drawn.slice(1)] : drawn;
  const comment = `${run} ${n}`;
  return { ...withItems(template, ids), comment, ...(isImported && { imported_order_id: comment }) };
}

export function withItems(order: OrderAdd, item_ids: readonly number[]): OrderAdd {
  const [line] = order.products;
  if (!line) throw new Error('The order has no line to repeat.');
  return { ...order, products: item_ids.map((item_id) => ({ ...line, item_id })) };
}

function stockLinesOf({ item_ids, location_id, lines, first }: Plan & { kind: 'stock' }, n: number) {
  return Array.from({ length: lines }, (_, i) => ({
    item_id: idAt(item_ids, n * lines + i),
    location_id,
    quantity: first + n,
  }));
}

const idAt = (ids: readonly number[], place: number): number => ids[(place * STEP) % ids.length] ?? 0;
