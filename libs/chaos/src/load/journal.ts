import type { HttpAnswer } from '@stockbook/auth';
import type { FaultCode, Service } from '@stockbook/contracts';
import { describe } from './gate.js';
import type { ShopAccount, ShopPromotion } from './shop.js';

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
}

/** Kinds of records that are found by the token of their last change; `checks/records` has their tables. */
export const recordKinds = [
  'addition',
  'deduction',
  'transfer',
  'reservation',
  'purchase_order',
  'credit_note',
  'customer',
  'transfer_job',
  'stock_take_job',
  'bundle',
] as const;
export type RecordKind = (typeof recordKinds)[number];

/** A record as the answers to its client say that it is. */
export interface ExpectedRecord {
  readonly account_id: number;
  readonly kind: RecordKind;
  readonly id: number;
  /** The text that its last acknowledged change has given it. */
  token: string;
  deleted: boolean;
  lines: readonly ExpectedLine[];
  job?: JobProgress;
}

export interface JobProgress {
  /** 1: draft, 2: open, 3: completed, 4: cancelled. */
  readonly status: number;
  /** Of a transfer job the pieces that have arrived, by line; of a stock take the numbers of counts, by request. */
  readonly done: readonly number[];
}

/** Components that a client has given a bundle, or tried to. */
export interface GivenComponents {
  readonly account_id: number;
  readonly bundle_id: number;
  readonly components: readonly ExpectedLine[];
}

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

/** A write that its service has acknowledged, and the key of its stored answer. */
export interface AcknowledgedWrite {
  readonly account_id: number;
  readonly service: Service;
  readonly path: string;
  readonly request_key: string;
}

/** One signed write under a key of its own, byte for byte, and what it changes once it is done. */
export interface Write {
  readonly account: ShopAccount;
  readonly service: Service;
  readonly path: string;
  readonly text: string;
  /** The key of its stored answer. */
  readonly request_key: string;
  /** The service without which it fails, though others like it do not. */
  readonly needs?: Service;
  /** Refusals that are no fault of the system. */
  readonly mayBe: readonly FaultCode[];
  readonly done: (body: object) => void;
  readonly refused: () => void;
}

export type Outcome = 'acknowledged' | 'refused' | 'unknown';

const COST_STEP = 10_000;

/** The clients' evidence: records that must exist, records that must not, and requests of unknown outcome. */
export class Journal {
  readonly orders: ExpectedOrder[] = [];
  readonly records: ExpectedRecord[] = [];
  readonly components: GivenComponents[] = [];
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
    const { orders, records, components, entries, additions, acknowledged } = this;
    return { orders, records, components, entries, additions, acknowledged };
  }

  /** What a client may write into a record so that it is known again; no two are alike. */
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
    if (answer.status === 200) {
      const { account, service, path, request_key } = write;
      this.acknowledged.push({ account_id: account.account_id, service, path, request_key });
      write.done(answer.body);
      return 'acknowledged';
    }
    this.refused++;
    const codes = codesOf(answer.body);
    if (!codes.length || !codes.every((code) => write.mayBe.some((may) => may === code)))
      this.wrong.push(`${write.path} ${write.text} was refused: ${describe(answer)}`);
    write.refused();
    return 'refused';
  }
}

/** Whether two answers differ in nothing but that one of them is a replay. */
export const isSameAnswer = (one: object, other: object): boolean => withoutReplay(one) === withoutReplay(other);

const withoutReplay = (body: object): string => JSON.stringify({ ...body, replayed: undefined });

/** The codes of a refusal's reasons. */
export function codesOf(body: object): string[] {
  const details: unknown = 'error_details' in body ? body.error_details : undefined;
  return Array.isArray(details) ? details.map((detail: { code?: unknown }) => String(detail?.code)) : [];
}
