import type { FaultCode, Service } from '@stockbook/contracts';
import type { HttpAnswer } from '@stockbook/testing/requests';
import { describeAnswer } from './gate.js';
import type { ShopPromotion } from './shop.js';

export interface ExpectedLine {
  readonly item_id: number;
  readonly quantity: number;
}

/** An order as the answers to its client say that it is. */
export interface ExpectedOrder {
  readonly account_id: number;
  readonly order_id: number;
  /** Its shipping_tracking: names the request that placed it. */
  readonly token: string;
  readonly channel_id: number;
  /** Counts its acknowledged changes. */
  version: number;
  order_status_id: number;
  deducts: boolean;
  deleted: boolean;
  lines: readonly ExpectedLine[];
  /** The promotions that its totals name. */
  promotion_ids: readonly number[];
  /** The ids of the lines, in their order. */
  line_ids: readonly number[];
  /** Of its invoice; absent: it was not rendered. */
  invoice_no?: number;
  /** Credited or paid out, and not changed any more. */
  isSettled?: boolean;
}

/** Kinds of records: the path of their resource, and the fields that have their id and the token of their last change. */
export const recordKinds = {
  addition: { path: 'inventory/addition', id: 'item_addition_id', tokenField: 'comment' },
  deduction: { path: 'inventory/deduction', id: 'item_deduction_id', tokenField: 'comment' },
  transfer: { path: 'inventory/transfer', id: 'item_transfer_id', tokenField: 'comment' },
  reservation: { path: 'inventory/reservation', id: 'item_reservation_id', tokenField: 'comment' },
  purchase_order: { path: 'inventory/purchase_order', id: 'purchase_order_id', tokenField: 'comment' },
  credit_note: { path: 'sale/credit_note', id: 'credit_note_id', tokenField: 'comment' },
  customer: { path: 'sale/customer', id: 'customer_id', tokenField: 'company' },
  transfer_job: { path: 'inventory/transfer_job', id: 'item_transfer_job_id', tokenField: 'comment' },
  stock_take_job: { path: 'inventory/stock_take_job', id: 'item_stock_take_job_id', tokenField: 'comment' },
  bundle: { path: 'inventory/item', id: 'item_id', tokenField: 'name' },
} as const;
export type RecordKind = keyof typeof recordKinds;

/** A record as the answers to its client say that it is. */
export interface ExpectedRecord<K extends RecordKind = RecordKind> {
  readonly account_id: number;
  readonly kind: K;
  readonly id: number;
  /** The text that its last acknowledged change has given it. */
  token: string;
  deleted: boolean;
  lines: readonly ExpectedLine[];
  job?: JobProgress;
  /** Where a stock take counts. */
  readonly location_id?: number;
  /** A reservation that ends by itself: its client leaves it alone. */
  readonly expires?: boolean;
  /** All components that a bundle has been given, or that a client has tried to give it. */
  readonly given?: (readonly ExpectedLine[])[];
}

export interface JobProgress {
  readonly status: number;
  /** Of a transfer job the pieces that have arrived, by line; of a stock take the numbers of counts, by request. */
  readonly done: readonly number[];
}

/** The statuses of transfer jobs and stock takes. */
export const [DRAFT, OPEN, COMPLETED, CANCELLED] = [1, 2, 3, 4];

export const isJobOver = ({ job }: ExpectedRecord): boolean => job !== undefined && job.status >= COMPLETED;

/** An entry of a ledger that an acknowledged write has added once. */
export interface ExpectedEntry {
  readonly account_id: number;
  readonly of: 'reward' | 'payout';
  readonly token: string;
}

/** Pieces that were added to a stock, under a unit cost that no other addition has. */
export interface ExpectedAddition extends ExpectedLine {
  readonly account_id: number;
  readonly location_id: number;
  readonly unit_cost: number;
}

export interface AddedPromotion extends ShopPromotion {
  readonly account_id: number;
}

/** An acknowledged write, as the checks look for it in the database. */
export interface AcknowledgedWrite {
  readonly account_id: number;
  readonly service: Service | undefined;
  readonly path: string;
  /** The key of its stored answer. */
  readonly request_key: string;
}

/** One signed write under a key of its own, byte for byte, and what it changes once it is done. */
export interface Write extends AcknowledgedWrite {
  readonly text: string;
  /** The service without which it fails, though others like it do not. */
  readonly needs?: Service;
  /** Refusals that are no fault of the system. */
  readonly mayBe: readonly FaultCode[];
  readonly done: (body: object) => void;
  /** Whether it is done or refused, the records that it works on are free again. */
  readonly answered: () => void;
}

export type Outcome = 'acknowledged' | 'refused' | 'unknown';

const COST_STEP = 10_000;

/** The clients' evidence: records that must exist, records that must not, and requests of unknown outcome. */
export class Journal {
  readonly orders: ExpectedOrder[] = [];
  readonly records: ExpectedRecord[] = [];
  readonly entries: ExpectedEntry[] = [];
  readonly additions: ExpectedAddition[] = [];
  readonly promotions: AddedPromotion[] = [];
  readonly acknowledged: AcknowledgedWrite[] = [];
  readonly unknown: Write[] = [];
  /** Answers that no fault explains. */
  readonly wrong: string[] = [];
  reads = 0;
  refused = 0;
  #tokens = 0;
  #costs = 0;

  /** The lists that the checks compare with the database. */
  get evidence() {
    const { orders, records, entries, additions, acknowledged } = this;
    const components = records.flatMap(({ account_id, id, given = [] }) =>
      given.map((components) => ({ account_id, bundle_id: id, components })),
    );
    return { orders, records, components, entries, additions, acknowledged };
  }

  /** A text that a client writes into a record to find it by; no two are alike. */
  nextToken(account_id: number): string {
    return `${account_id}-${++this.#tokens}`;
  }

  /** A unit cost that no other addition of stock has. */
  nextCost(): number {
    return Number((1 + ++this.#costs / COST_STEP).toFixed(4));
  }

  /** Takes an answer to a write; without one, or with a 5xx, nobody knows. */
  take(write: Write, answer: HttpAnswer | undefined): Outcome {
    if (!answer || answer.status >= 500) {
      this.unknown.push(write);
      return 'unknown';
    }
    write.answered();
    if (answer.status === 200) {
      const { account_id, service, path, request_key } = write;
      this.acknowledged.push({ account_id, service, path, request_key });
      write.done(answer.body);
      return 'acknowledged';
    }
    this.refused++;
    if (!isRefusedOnlyFor(answer.body, write.mayBe))
      this.wrong.push(`${write.path} ${write.text} was refused: ${describeAnswer(answer)}`);
    return 'refused';
  }
}

/** Whether two answers differ in nothing but that one of them is a replay. */
export const isSameAnswer = (one: object, other: object): boolean => withoutReplay(one) === withoutReplay(other);

const withoutReplay = (body: object): string => JSON.stringify({ ...body, replayed: undefined });

/** Whether a refusal has reasons, and all of them are among these. */
export function isRefusedOnlyFor(body: object, reasons: readonly string[]): boolean {
  const details: unknown = 'error_details' in body ? body.error_details : undefined;
  const isReason = (detail: { code?: unknown }) => reasons.includes(String(detail?.code));
  return Array.isArray(details) && details.length > 0 && details.every(isReason);
}
