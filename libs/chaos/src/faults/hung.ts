import { sign } from '@stockbook/auth';
import { type Service, services } from '@stockbook/contracts';
import type { ManagedProcess } from '@stockbook/distributed';
import { setTimeout as delay } from 'node:timers/promises';
import { describe } from '../load/gate.js';
import type { ShopAccount } from '../load/shop.js';
import { type Halted, IN_TRANSACTION } from '../system/traps.js';
import type { FaultKind } from './fault.js';
import { nameOf, type Stage } from './stage.js';

const PATIENCE_MS = 30_000;
const CLIENTS = 4;

/** A resource of each service whose records can be added and edited by their name alone. */
const resources: Readonly<Record<Service, { path: string; id: string; fields?: object }>> = {
  sales: { path: 'sale/customer_group', id: 'customer_group_id' },
  inventory: { path: 'inventory/brand', id: 'brand_id' },
  settings: { path: 'setting/payment_method', id: 'payment_method_id' },
  integration: { path: 'integration/channel', id: 'channel_id', fields: { type: 'pos' } },
};

/** A record that clients edit, byte for byte different each time. */
class EditedRecord {
  private edits = 0;

  private constructor(
    private readonly stage: Stage,
    private readonly shop: ShopAccount,
    private readonly path: string,
    private readonly key: object,
    readonly mark: string,
  ) {}

  static async add(stage: Stage, service: Service): Promise<EditedRecord> {
    const { path, id, fields } = resources[service];
    const shop = stage.random.pick(stage.shops);
    const mark = `hung-${stage.random.between(1, 1_000_000_000)}`;
    const text = sign(`/${path}/add`, { name: mark, ...fields }, shop.credentials);
    const answer = await stage.gate.send(`${path}/add`, text);
    const added: unknown = answer?.body && Object.entries(answer.body).find(([name]) => name === id)?.[1];
    if (!added) throw new Error(`${path}/add ${describe(answer)}`);
    return new EditedRecord(stage, shop, path, { [id]: added }, mark);
  }

  /** Edits the record; whether that was acknowledged. */
  async edit(): Promise<boolean> {
    const body = { ...this.key, name: `${this.mark} ${++this.edits}` };
    const answer = await this.stage.gate.send(
      `${this.path}/edit`,
      sign(`/${this.path}/edit`, body, this.shop.credentials),
    );
    if (answer && answer.status < 500 && answer.status !== 200)
      throw new Error(`${this.path}/edit ${describe(answer)}`);
    return answer?.status === 200;
  }
}

interface HaltedReplica extends Pick<Halted, 'at'> {
  readonly replica: ManagedProcess;
}

/** Halts the replica of the service that edits the record next, in the transaction that has it locked. */
async function haltedReplica({ system, traps }: Stage, service: Service, record: EditedRecord): Promise<HaltedReplica> {
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
  const replica = system.processes.find((each) => each.pid === pid);
  if (replica) return { replica, at };
  throw new Error(`Process ${pid} of ${service} was halted, and is not there.`);
}

/** Several clients edit the record; resolves with the time from the halt until the first of these edits is acknowledged. */
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
    const record = await EditedRecord.add(stage, service);
    const { replica, at } = await haltedReplica(stage, service, record);
    try {
      const [ms] = await Promise.all([recovery(record, at), delay(1_000 * lasts_s)]);
      stage.recoveries.push({ service, ms });
      return `${nameOf(replica)} for ${lasts_s} s in a transaction, its record changed after ${(ms / 1_000).toFixed(1)} s`;
    } finally {
      replica.kill('SIGCONT');
    }
  },
};
