import { clientOf, contract, operations } from '@stockbook/contracts';
import { requestKey } from '@stockbook/gateway';
import { sign } from '@stockbook/testing/requests';
import { Held } from '../held.js';
import type { Random } from '../random.js';
import { describeAnswer, type Gate } from './gate.js';
import {
  type ExpectedOrder,
  type ExpectedRecord,
  isJobOver,
  type Journal,
  type RecordKind,
  recordKinds,
  type Write,
} from './journal.js';
import type { ShopAccount, ShopPromotion } from './shop.js';

/** A use of a promotion that is held for an order with this key at a channel of the account. */
export interface PromotionHold {
  readonly key: string;
  readonly channel: number;
  readonly promotion: ShopPromotion;
}

/**
 * One client's records, and how it reads and writes. It writes once at a time: all that it has taken for a write is held until that is
 * answered, and for as long as nobody knows whether it was done.
 */
export class Desk {
  readonly orders: ExpectedOrder[] = [];
  readonly records: ExpectedRecord[] = [];
  readonly promotionHolds: PromotionHold[] = [];
  /** Typed reads; one without an answer is a refusal. */
  readonly api = clientOf(contract, ({ path }, input) => this.read(path, input));
  private readonly held = new Held();
  /** For the next write. */
  private readonly taken: object[] = [];

  constructor(
    readonly gate: Gate,
    readonly journal: Journal,
    readonly random: Random,
    readonly account: ShopAccount,
  ) {}

  /** A text that is unique in the run. */
  token(): string {
    return this.journal.nextToken(this.account.account_id);
  }

  /** Orders that can be changed. */
  get openOrders(): ExpectedOrder[] {
    return this.held.free(this.orders.filter(({ deleted, isSettled }) => !deleted && !isSettled));
  }

  /** Orders that can be credited and paid out. */
  get settledOrders(): ExpectedOrder[] {
    return this.held.free(this.orders.filter(({ isSettled }) => isSettled));
  }

  /** Records of these kinds that can be changed. */
  openRecords<K extends RecordKind>(...kinds: readonly K[]): ExpectedRecord<K>[] {
    const isOpen = (record: ExpectedRecord): record is ExpectedRecord<K> =>
      kinds.some((kind) => kind === record.kind) && !record.deleted && !record.expires && !isJobOver(record);
    return this.held.free(this.records.filter(isOpen));
  }

  /** One of these for the next write. */
  take<R extends object>(among: readonly R[]): R | undefined {
    const [taken] = this.held.take(this.random, among, 1);
    if (taken) this.taken.push(taken);
    return taken;
  }

  /** A write under a key of its own, so that it is done once, however often it is sent. */
  write(path: string, body: object, options: Partial<Pick<Write, 'done' | 'mayBe' | 'needs'>> = {}): Write {
    const { account_id, user_id, credentials } = this.account;
    const idempotency_key = this.token();
    const text = sign(`/${path}`, { ...body, idempotency_key }, credentials);
    const request_key = requestKey(user_id, path, idempotency_key);
    const service = operations.get(path)?.service;
    const taken = this.taken.splice(0);
    const answered = () => this.held.release(taken);
    return { account_id, service, path, text, request_key, answered, done: () => undefined, mayBe: [], ...options };
  }

  addRecord(
    kind: RecordKind,
    fields: object,
    known: Omit<ExpectedRecord, 'account_id' | 'kind' | 'id' | 'token' | 'deleted'>,
    mayBe: Write['mayBe'] = [],
  ): Write {
    const { path, id, tokenField } = recordKinds[kind];
    const { account_id } = this.account;
    const token = this.token();
    const done = (answer: object) => {
      const record = { account_id, kind, id: answeredId(answer, id), token, deleted: false, ...known };
      this.journal.records.push(record);
      this.records.push(record);
    };
    return this.write(`${path}/add`, { [tokenField]: token, ...fields }, { done, mayBe });
  }

  changeRecord(
    record: ExpectedRecord,
    verb: string,
    fields: object,
    change: Partial<ExpectedRecord>,
    mayBe: Write['mayBe'] = [],
  ): Write {
    const { path, id } = recordKinds[record.kind];
    const done = () => Object.assign(record, change);
    return this.write(`${path}/${verb}`, { [id]: record.id, ...fields }, { done, mayBe });
  }

  /** A change that gives a record another token. */
  editRecord(
    record: ExpectedRecord,
    fields: object,
    change: Partial<ExpectedRecord> = {},
    mayBe: Write['mayBe'] = [],
  ): Write {
    const token = this.token();
    const { tokenField } = recordKinds[record.kind];
    return this.changeRecord(record, 'edit', { [tokenField]: token, ...fields }, { token, ...change }, mayBe);
  }

  deleteRecord(record: ExpectedRecord, mayBe: Write['mayBe'] = []): Write {
    return this.changeRecord(record, 'delete', {}, { deleted: true }, mayBe);
  }

  private async read(path: string, input: object): Promise<object> {
    const { gate, journal, account } = this;
    const answer = await gate.ask(path, input, account.credentials);
    if (answer?.status === 200) journal.reads++;
    else if (answer && answer.status < 500)
      journal.wrong.push(`${path} ${JSON.stringify(input)}: ${describeAnswer(answer)}`);
    return answer?.body ?? { error: [describeAnswer(answer)], error_details: [] };
  }
}

export function answeredId(answer: object, key: string): number {
  const id: unknown = Object.getOwnPropertyDescriptor(answer, key)?.value;
  if (typeof id !== 'number') throw new Error(`An answer has no ${key}: ${JSON.stringify(answer)}`);
  return id;
}
