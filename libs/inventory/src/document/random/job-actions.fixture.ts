import type { Desk } from './desk.fixture.js';
import type { KnownDocument, KnownLine } from './documents-model.fixture.js';
import type { Action } from './stock-actions.fixture.js';

const pieces = (lines: readonly KnownLine[]) => lines.map(({ item_id, quantity }) => ({ item_id, quantity }));

function planned(desk: Desk) {
  const lines = desk.lines();
  const [{ location_id, to_location_id }] = lines as [KnownLine];
  return { lines, request: { from_location_id: location_id, to_location_id, items: pieces(lines) } };
}

/** The lines of a job once all that is in transit has arrived, has returned or is lost. */
const ended = (lines: readonly KnownLine[], outstanding: 'receive' | 'return' | 'lose'): KnownLine[] =>
  lines.map((line) => ({
    ...line,
    received: line.received + (outstanding === 'receive' ? line.in_transit : 0),
    lost: line.lost + (outstanding === 'lose' ? line.in_transit : 0),
    in_transit: 0,
  }));

/** Does a step of a transfer job, after which its lines are these. */
async function step(
  desk: Desk,
  document: KnownDocument,
  request: ReturnType<Desk['inventory']['transfer_job']['ship']>,
  state: KnownDocument['state'],
  lines: readonly KnownLine[],
): Promise<boolean> {
  const done = await desk.attempt(request);
  if (done) Object.assign(document, { state, lines });
  return done !== undefined;
}

async function countStockTake(desk: Desk, document: KnownDocument): Promise<boolean> {
  const items = document.lines
    .filter(() => desk.random(2))
    .map(({ item_id }) => ({ item_id, quantity: desk.random(90) }));
  const item_stock_take_job_id = document.id;
  const [first] = document.lines;
  if (!items.length && first) items.push({ item_id: first.item_id, quantity: desk.random(90) });
  const counted = await desk.attempt(desk.inventory.stock_take_job.count({ item_stock_take_job_id, items }));
  const latest = new Map(items.map(({ item_id, quantity }) => [item_id, quantity]));
  const lines = document.lines.map((line) => ({ ...line, quantity: latest.get(line.item_id) ?? line.quantity }));
  if (counted) Object.assign(document, { state: 'active', lines });
  return counted !== undefined;
}

export const jobActions: Readonly<Record<string, Action>> = {
  'plan a transfer job': async (desk) => {
    const { lines, request } = planned(desk);
    const added = await desk.attempt(desk.inventory.transfer_job.add(request));
    return added !== undefined && desk.add('transfer_job', added.item_transfer_job_id, { lines, state: 'draft' });
  },
  'edit a transfer job': (desk) =>
    desk.change('transfer_job', ['draft'], async (document) => {
      const { lines, request } = planned(desk);
      const edit = desk.inventory.transfer_job.edit({ ...request, item_transfer_job_id: document.id });
      return step(desk, document, edit, 'draft', lines);
    }),
  'ship a transfer job': (desk) =>
    desk.change('transfer_job', ['draft'], (document) => {
      const lines = document.lines.map((line) => ({ ...line, in_transit: line.quantity }));
      const shipment = desk.inventory.transfer_job.ship({ item_transfer_job_id: document.id });
      return step(desk, document, shipment, 'active', lines);
    }),
  'receive a part of a transfer job': (desk) =>
    desk.change('transfer_job', ['active'], async (document) => {
      const line = desk.pick(document.lines.filter(({ in_transit }) => in_transit > 0));
      if (!line) return false;
      const quantity = 1 + desk.random(line.in_transit);
      const { item_id, in_transit, received } = line;
      const arrived = { ...line, in_transit: in_transit - quantity, received: received + quantity };
      const items = [{ item_id, quantity }];
      const arrival = desk.inventory.transfer_job.receive({ item_transfer_job_id: document.id, items });
      const lines = document.lines.map((each) => (each === line ? arrived : each));
      return step(desk, document, arrival, 'active', lines);
    }),
  ...Object.fromEntries(
    (['receive', 'return', 'lose'] as const).map((outstanding): [string, Action] => [
      `complete a transfer job: ${outstanding}`,
      (desk) =>
        desk.change('transfer_job', ['active'], (document) => {
          const end = desk.inventory.transfer_job.complete({ item_transfer_job_id: document.id, outstanding });
          return step(desk, document, end, 'completed', ended(document.lines, outstanding));
        }),
    ]),
  ),
  'cancel a transfer job': (desk) =>
    desk.change('transfer_job', ['draft', 'active'], (document) => {
      const end = desk.inventory.transfer_job.cancel({ item_transfer_job_id: document.id });
      return step(desk, document, end, 'cancelled', ended(document.lines, 'return'));
    }),
  'plan a stock take': async (desk) => {
    const lines = desk.lines().map((line) => ({ ...line, quantity: 0 }));
    const job = { location_id: lines[0]!.location_id, items: lines.map(({ item_id }) => ({ item_id })) };
    const added = await desk.attempt(desk.inventory.stock_take_job.add(job));
    return added !== undefined && desk.add('stock_take_job', added.item_stock_take_job_id, { lines, state: 'draft' });
  },
  'edit a stock take': (desk) =>
    desk.change('stock_take_job', ['draft', 'active'], async (document) => {
      const { location_id } = document.lines[0]!;
      const known = new Map(document.lines.map((line) => [line.item_id, line]));
      const lines = desk.lines({ location_id }).map((line) => known.get(line.item_id) ?? { ...line, quantity: 0 });
      const items = lines.map(({ item_id }) => ({ item_id }));
      const request = desk.inventory.stock_take_job.edit({ item_stock_take_job_id: document.id, items });
      const edited = await desk.attempt(request);
      if (edited) document.lines = lines;
      return edited !== undefined;
    }),
  'count a stock take': (desk) =>
    desk.change('stock_take_job', ['draft', 'active'], (document) => countStockTake(desk, document)),
  'complete a stock take': (desk) =>
    desk.change('stock_take_job', ['active'], async (document) => {
      const request = desk.inventory.stock_take_job.complete({ item_stock_take_job_id: document.id });
      const done = await desk.attempt(request);
      if (done) document.state = 'completed';
      return done !== undefined;
    }),
  'cancel a stock take': (desk) =>
    desk.change('stock_take_job', ['draft', 'active'], async (document) => {
      const done = await desk.attempt(desk.inventory.stock_take_job.cancel({ item_stock_take_job_id: document.id }));
      if (done) document.state = 'cancelled';
      return done !== undefined;
    }),
};
