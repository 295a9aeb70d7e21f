import { clientOf, contract, operations } from '@stockbook/contracts';
import { requestKey } from '@stockbook/gateway';
import { sign } from '@stockbook/testing/requests';
import type { Random } from '@stockbook/process';
import { describeAnswer, type Gate } from './gate.js';
import { isSameAnswer, type Journal, type Outcome, type Write } from './journal.js';
import { type KnownRecord, type RecordKind, recordKinds } from './known.js';
import type { ShopModel } from './model.js';

export type WriteOptions = Partial<Pick<Write, 'done' | 'mayBe' | 'mustBe' | 'needs'>>;
type Refusals = Pick<WriteOptions, 'mayBe' | 'mustBe'>;

/** One client. It holds the records of a write until it is answered or its outcome is known. */
export class Desk {
  /** Sends typed reads; one without an answer is a refusal. */
  readonly api = clientOf(contract, ({ path }, input) => this.read(path, input));
  private readonly taken: object[] = [];

  constructor(
    readonly gate: Pick<Gate, 'send' | 'ask'>,
    readonly journal: Journal,
    readonly random: Random,
    readonly model: ShopModel,
  ) {}

  get account() {
    return this.model.account;
  }

  token(): string {
    return this.journal.nextToken(this.account.account_id);
  }

  take<R extends object>(among: readonly R[]): R | undefined {
    const [taken] = this.model.held.take(this.random, among, 1);
    if (taken) this.taken.push(taken);
    return taken;
  }

  letGo(): void {
    this.model.held.release(this.taken.splice(0));
  }

  /** Does work of several writes on at most this many of these records, while no other client works on them. */
  async holding<R extends object>(
    among: readonly R[],
    most: number,
    work: (...held: R[]) => Promise<boolean>,
  ): Promise<boolean | undefined> {
    const held = this.model.held.take(this.random, among, most);
    try {
      return held.length ? await work(...held) : undefined;
    } finally {
      this.model.held.release(held);
    }
  }

  /** Now and then it repeats a write byte for byte, which changes nothing. */
  async send(write: Write): Promise<Outcome> {
    const { gate, journal, random } = this;
    const { path, text, needs } = write;
    const answer = await gate.send(path, text, needs);
    const outcome = journal.take(write, answer);
    if (outcome !== 'acknowledged' || !answer || !random.chance(0.05)) return outcome;
    const again = await gate.send(path, text, needs);
    if (!again || again.status >= 500 || (again.status === 200 && isSameAnswer(again.body, answer.body)))
      return outcome;
    journal.wrong.push(`${path} ${text} was repeated: ${describeAnswer(again)}, not ${describeAnswer(answer)}`);
    return outcome;
  }

  /** Makes a write under a key of its own, so that it is done once, however often it is sent. */
  write(path: string, body: object, options: WriteOptions = {}): Write {
    const { account_id, user_id, credentials } = this.account;
    const idempotency_key = this.token();
    const text = sign(`/${path}`, { ...body, idempotency_key }, credentials);
    const request_key = requestKey(user_id, path, idempotency_key);
    const service = operations.get(path)?.service;
    const taken = this.taken.splice(0);
    const answered = () => this.model.held.release(taken);
    const sent = performance.now();
    return {
      account_id,
      service,
      path,
      text,
      request_key,
      answered,
      sent,
      done: () => undefined,
      mayBe: [],
      ...options,
    };
  }

  addRecord(
    kind: RecordKind,
    fields: object,
    known: Omit<KnownRecord, 'account_id' | 'kind' | 'id' | 'token' | 'deleted'>,
    refusals: Refusals = {},
  ): Write {
    const { path, id, tokenField } = recordKinds[kind];
    const { account_id } = this.account;
    const token = this.token();
    const done = (answer: object) =>
      this.model.records.push({ account_id, kind, id: answeredId(answer, id), token, deleted: false, ...known });
    return this.write(`${path}/add`, { [tokenField]: token, ...fields }, { done, ...refusals });
  }

  changeRecord(
    record: KnownRecord,
    verb: string,
    fields: object,
    change: Partial<KnownRecord>,
    refusals: Refusals = {},
  ): Write {
    const { path, id } = recordKinds[record.kind];
    const done = () => Object.assign(record, change);
    return this.write(`${path}/${verb}`, { [id]: record.id, ...fields }, { done, ...refusals });
  }

  /** Makes a change that gives a record another token. */
  editRecord(record: KnownRecord, fields: object, change: Partial<KnownRecord> = {}, refusals: Refusals = {}): Write {
    const token = this.token();
    const { tokenField } = recordKinds[record.kind];
    return this.changeRecord(record, 'edit', { [tokenField]: token, ...fields }, { token, ...change }, refusals);
  }

  deleteRecord(record: KnownRecord, refusals: Refusals = {}): Write {
    return this.changeRecord(record, 'delete', {}, { deleted: true }, refusals);
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
