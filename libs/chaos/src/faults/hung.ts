import { type Service, services } from '@stockbook/contracts';
import { setTimeout as delay } from 'node:timers/promises';
import { describeAnswer } from '../load/gate.js';
import { IN_TRANSACTION } from '../system/traps.js';
import type { FaultKind } from './fault.js';
import { haltedReplica, replicaName, type Stage } from './stage.js';

const PATIENCE_MS = 30_000;
const CLIENTS = 4;

/** A resource of each service whose records can be added and edited by their name alone. */
const resources: Readonly<Record<Service, { path: string; id: string; fields?: object }>> = {
  sales: { path: 'sale/customer_group', id: 'customer_group_id' },
  inventory: { path: 'inventory/brand', id: 'brand_id' },
  settings: { path: 'setting/payment_method', id: 'payment_method_id' },
  integration: { path: 'integration/channel', id: 'channel_id', fields: { type: 'pos' } },
};

interface EditedRecord {
  /** All its names contain it. */
  readonly mark: string;
  /** Edits the record, and resolves with whether that was acknowledged. */
  readonly edit: () => Promise<boolean>;
}

async function addEditedRecord({ gate, random, shops }: Stage, service: Service): Promise<EditedRecord> {
  const { path, id, fields } = resources[service];
  const { credentials } = random.pick(shops);
  const mark = `hung-${random.between(1, 1_000_000_000)}`;
  const answer = await gate.ask(`${path}/add`, { name: mark, ...fields }, credentials);
  const added: unknown = answer?.body && Object.entries(answer.body).find(([name]) => name === id)?.[1];
  if (!added) throw new Error(`${path}/add ${describeAnswer(answer)}`);
  let edits = 0;
  const edit = async () => {
    const answer = await gate.ask(`${path}/edit`, { [id]: added, name: `${mark} ${++edits}` }, credentials);
    if (answer && answer.status < 500 && answer.status !== 200)
      throw new Error(`${path}/edit ${describeAnswer(answer)}`);
    return answer?.status === 200;
  };
  return { mark, edit };
}

/** Halts the replica that edits the record next, in the transaction that has it locked. */
async function haltEditing({ system, traps }: Stage, service: Service, record: EditedRecord) {
  let isOver = false;
  const halting = traps.spring(IN_TRANSACTION, service, PATIENCE_MS, record.mark).finally(() => (isOver = true));
  const client = async () => {
    while (!isOver) await record.edit();
  };
  const editing = Promise.all(Array.from({ length: CLIENTS }, client));
  // Edits that the halted replica has are answered later, by another one.
  editing.catch(() => undefined);
  if (!(await halting)) {
    await editing;
    throw new Error(`No process of ${service} came by within ${PATIENCE_MS} ms.`);
  }
  const { pid, at } = await traps.halted(service);
  return { replica: haltedReplica(system, service, pid), at };
}

/** Resolves with the time from the halt until an edit is acknowledged. */
async function recovery(record: EditedRecord, halted_at: number): Promise<number> {
  const passed_ms = () => Date.now() - halted_at;
  let isOver = false;
  const client = async () => {
    while (!isOver && passed_ms() < PATIENCE_MS) isOver = (await record.edit()) || isOver;
  };
  await Promise.race(Array.from({ length: CLIENTS }, client));
  return passed_ms();
}

export const hung: FaultKind = {
  name: 'service hung',
  takes_s: 0,
  lasts_s: [6, 20],
  isAlone: true,
  inflict: async (stage, lasts_s) => {
    const service = stage.random.pick(services);
    const record = await addEditedRecord(stage, service);
    const { replica, at } = await haltEditing(stage, service, record);
    try {
      const [ms] = await Promise.all([recovery(record, at), delay(1_000 * lasts_s)]);
      stage.recoveries.push({ service, ms });
      return (
        `${replicaName(replica)} for ${lasts_s} s in a transaction, ` +
        `its record changed after ${(ms / 1_000).toFixed(1)} s`
      );
    } finally {
      replica.kill('SIGCONT');
    }
  },
};
