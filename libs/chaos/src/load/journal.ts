import type { FaultCode, Service } from '@stockbook/contracts';
import type { HttpAnswer } from '@stockbook/testing/requests';
import { describeAnswer } from './gate.js';
import { ShopModel } from './model.js';
import type { ShopAccount, ShopPromotion } from './shop.js';
import type { Span } from './timeline.js';

export interface ExpectedEntry {
  readonly account_id: number;
  readonly of: 'reward' | 'payout';
  readonly token: string;
}

/** Pieces that were added to a stock, under a unit cost that no other addition has. */
export interface ExpectedAddition {
  readonly account_id: number;
  readonly item_id: number;
  readonly quantity: number;
  readonly location_id: number;
  readonly unit_cost: number;
}

export interface AddedPromotion extends ShopPromotion {
  readonly account_id: number;
}

export interface AcknowledgedWrite {
  readonly account_id: number;
  readonly service: Service | undefined;
  readonly path: string;
  readonly request_key: string;
  readonly changed?: unknown;
}

/** One signed write under a key of its own, byte for byte, and its effect once it is done. */
export interface Write extends AcknowledgedWrite {
  readonly text: string;
  /** The service without which it fails, though others like it do not. */
  readonly needs?: Service;
  /** Refusals that are no fault of the system; they may depend on the times of the request and its answer. */
  readonly mayBe: readonly FaultCode[] | ((span: Span) => readonly FaultCode[]);
  /** A refusal that it must have. */
  readonly mustBe?: FaultCode;
  readonly sent: number;
  readonly done: (body: object, span: Span) => void;
  /** Frees the records that it works on, whether it is done or refused. */
  readonly answered: () => void;
}

export type Outcome = 'acknowledged' | 'refused' | 'unknown';

const COST_STEP = 10_000;

/** The clients' evidence: records that must exist, records that must not, and requests of unknown outcome. */
export class Journal {
  readonly models: readonly ShopModel[];
  readonly entries: ExpectedEntry[] = [];
  readonly additions: ExpectedAddition[] = [];
  readonly promotions: AddedPromotion[] = [];
  readonly acknowledged: AcknowledgedWrite[] = [];
  readonly unknown: Write[] = [];
  readonly wrong: string[] = [];
  readonly granted = new Set<string>();
  reads = 0;
  refused = 0;
  #tokens = 0;
  #costs = 0;

  constructor(shops: readonly ShopAccount[]) {
    this.models = shops.map((account) => new ShopModel(account));
  }

  get evidence() {
    const { models, entries, additions, acknowledged } = this;
    const records = models.flatMap((model) => model.records);
    const ofEach = (rows: (model: ShopModel) => readonly object[]) =>
      models.flatMap((model) => rows(model).map((row) => ({ account_id: model.account.account_id, ...row })));
    return {
      accounts: models.map(({ account }) => account),
      orders: models.flatMap(({ orders }) => orders),
      records,
      components: records.flatMap(({ account_id, id, given = [] }) =>
        given.map((components) => ({ account_id, bundle_id: id, components })),
      ),
      ...{ entries, additions, acknowledged },
      quantities: ofEach(({ quantities }) => quantities),
      items: ofEach(({ items }) => items.map(({ item_id, name, living }) => ({ item_id, name, living: living.last }))),
      locations: ofEach(({ deletedLocations }) => deletedLocations.map((location_id) => ({ location_id }))),
    };
  }

  /** Returns a text that a client writes into a record to find it by; no two are alike. */
  nextToken(account_id: number): string {
    return `${account_id}-${++this.#tokens}`;
  }

  nextCost(): number {
    return Number((1 + ++this.#costs / COST_STEP).toFixed(4));
  }

  /** Takes an answer to a write. Without an answer, or with a 5xx, nobody knows the outcome. */
  take(write: Write, answer: HttpAnswer | undefined): Outcome {
    if (!answer || answer.status >= 500) {
      this.unknown.push(write);
      return 'unknown';
    }
    write.answered();
    const { account_id, service, path, request_key, mayBe, mustBe, sent } = write;
    const span = { sent, answered: performance.now() };
    if (answer.status === 200) {
      if (mustBe) this.wrong.push(`${path} ${write.text} was granted, not refused as ${mustBe}.`);
      const changed: unknown = 'changed' in answer.body ? answer.body.changed : undefined;
      this.acknowledged.push({ account_id, service, path, request_key, changed });
      write.done(answer.body, span);
      return 'acknowledged';
    }
    this.refused++;
    const reasons = typeof mayBe === 'function' ? mayBe(span) : mayBe;
    if (!isRefusedOnlyFor(answer.body, mustBe ? [...reasons, mustBe] : reasons))
      this.wrong.push(`${write.path} ${write.text} was refused: ${describeAnswer(answer)}`);
    return 'refused';
  }
}

export const isSameAnswer = (one: object, other: object): boolean => withoutReplay(one) === withoutReplay(other);

const withoutReplay = (body: object): string => JSON.stringify({ ...body, replayed: undefined });

function isRefusedOnlyFor(body: object, reasons: readonly string[]): boolean {
  const details: unknown = 'error_details' in body ? body.error_details : undefined;
  const isReason = (detail: { code?: unknown }) => reasons.includes(String(detail?.code));
  return Array.isArray(details) && details.length > 0 && details.every(isReason);
}
