import { contract } from '@stockbook/contracts';
import type { Write } from './demo-write.js';

/** The locations, items and categories of the demo. */
interface DemoStock {
  readonly store: number;
  readonly depot: number;
  readonly mug: number;
  readonly teapot: number;
  readonly candle: number;
  readonly tea: number;
  readonly light: number;
}

/** Adds documents of every kind and in every state: goods ordered and received, moved, in transit, held and counted. */
export async function addDocuments(write: Write, demo: DemoStock): Promise<void> {
  const { addition, deduction, purchase_order, reservation, stock_take_job, supplier, transfer } = contract.inventory;
  const { store, depot, mug, teapot, candle, tea, light } = demo;
  const { supplier_id } = await write(supplier.add, { name: 'Kiln Works', country: 'GB' });
  const ordered = [
    { item_id: mug, quantity: 60, cost: 4.1 },
    { item_id: teapot, quantity: 12, cost: 17.5 },
  ];
  const order = { supplier_id, location_id: depot, item: ordered };
  const { purchase_order_id } = await write(purchase_order.add, { ...order, comment: 'Spring' });
  const received = [{ item_id: mug, location_id: depot, quantity: 24, cost: 4.1 }];
  await write(addition.add, { purchase_order_id, comment: 'First delivery', addition: received });
  await write(purchase_order.add, { ...order, comment: 'Autumn', date_estimated_arrival: '2026-09-01' });
  const moved = [{ item_id: mug, from_location_id: depot, to_location_id: store, quantity: 6 }];
  await write(transfer.add, { comment: 'For the window', transfer: moved });
  await addTransferJobs(write, demo);
  const broken = [{ item_id: candle, name: '', location_id: store, quantity: 2, cost: 3.35 }];
  await write(deduction.add, { comment: 'Broken', deduction: broken });
  const held = [{ item_id: teapot, quantity: 2 }];
  await write(reservation.add, { location_id: store, comment: 'For Ada', reservation: held });
  const count = async (comment: string, category_id: number, items: { item_id: number; quantity: number }[]) => {
    const { item_stock_take_job_id } = await write(stock_take_job.add, { location_id: store, comment, category_id });
    if (items.length) await write(stock_take_job.count, { item_stock_take_job_id, items });
    return { item_stock_take_job_id };
  };
  await count('Tea', tea, [{ item_id: mug, quantity: 45 }]);
  await count('Light', light, []);
  await write(stock_take_job.complete, await count('Candles', light, [{ item_id: candle, quantity: 60 }]));
}

/** Adds a job that has partly arrived, a draft, and a completed one. */
async function addTransferJobs(write: Write, { store, depot, teapot, candle }: DemoStock): Promise<void> {
  const { transfer_job } = contract.inventory;
  const add = (comment: string, item_id: number, quantity: number) => {
    const places = { from_location_id: depot, to_location_id: store };
    return write(transfer_job.add, { ...places, comment, items: [{ item_id, quantity }] });
  };
  const restock = await add('Restock', candle, 24);
  await write(transfer_job.ship, restock);
  await write(transfer_job.receive, { ...restock, items: [{ item_id: candle, quantity: 10 }] });
  await add('Next week', teapot, 4);
  const last_week = await add('Last week', teapot, 2);
  await write(transfer_job.ship, last_week);
  await write(transfer_job.complete, last_week);
}
