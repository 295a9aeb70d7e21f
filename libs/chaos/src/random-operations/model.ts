import { Held } from '../held.js';
import { type ExpectedOrder, type ExpectedRecord, isJobOver, type RecordKind } from '../load/journal.js';
import type { ShopAccount } from '../load/shop.js';
import type { Random } from '../random.js';
import { Timeline } from './timeline.js';

/** An order as its acknowledged changes have left it; null where a request and a change of settings overlapped. */
export interface KnownOrder extends Pick<
  ExpectedOrder,
  'account_id' | 'order_id' | 'token' | 'order_status_id' | 'deleted' | 'lines'
> {
  /** Counts its changes. */
  version: number | null;
  deducts: boolean | null;
  /** It does not change any more. */
  isCredited: boolean;
  /** Of the entries that were added to its history. */
  readonly comments: string[];
}

export interface KnownItem {
  readonly item_id: number;
  name: string;
  /** Its stock is that of its components. */
  readonly bundle: boolean;
  readonly living: Timeline<boolean>;
}

/** A level that an acknowledged editStock has changed to this quantity. */
export interface KnownQuantity {
  readonly item_id: number;
  readonly location_id: number;
  readonly quantity: number;
}

/** The acknowledged state of one account. */
export class ShopModel {
  readonly orders: KnownOrder[] = [];
  readonly items: KnownItem[];
  readonly records: ExpectedRecord[] = [];
  /** Some orders are of these customers. */
  readonly emails: readonly string[];
  readonly deducts: ReadonlyMap<number, Timeline<boolean>>;
  readonly quantities: KnownQuantity[] = [];
  readonly deletedLocations: number[] = [];
  /** Answers and records that are not as they must be. */
  readonly faults: string[] = [];
  private readonly held = new Held();

  constructor(readonly account: ShopAccount) {
    const { goods, pending_id, deducting_ids, credentials } = account;
    this.items = goods.all.map((item_id, index) => knownItem(item_id, `Item ${index + 1}`));
    this.emails = [1, 2, 3].map((number) => `customer-${number}@${credentials.domain}.test`);
    this.deducts = new Map([
      [pending_id, new Timeline(false)],
      ...deducting_ids.map((id): [number, Timeline<boolean>] => [id, new Timeline(true)]),
    ]);
  }

  /** Does work on up to so many of these records, which no other client works on at the same time. */
  async holding<T extends object>(
    random: Random,
    among: readonly T[],
    count: number,
    work: (...held: T[]) => Promise<void>,
  ): Promise<void> {
    const held = this.held.take(random, among, count);
    try {
      if (held.length) await work(...held);
    } finally {
      this.held.release(held);
    }
  }

  get livingOrders(): KnownOrder[] {
    return this.orders.filter(({ deleted, isCredited }) => !deleted && !isCredited);
  }

  get creditedOrders(): KnownOrder[] {
    return this.orders.filter(({ isCredited }) => isCredited);
  }

  openRecords(kind: RecordKind): ExpectedRecord[] {
    return this.records.filter((record) => record.kind === kind && !record.deleted && !isJobOver(record));
  }

  /** Items that come and go; those that the shop opened with stay. */
  get passingItems(): KnownItem[] {
    return this.items.filter(
      ({ item_id, bundle, living }) => living.last && !bundle && !this.account.goods.all.includes(item_id),
    );
  }

  get bundles(): KnownItem[] {
    return this.items.filter(({ bundle }) => bundle);
  }

  addRecord(
    kind: RecordKind,
    id: number,
    token: string,
    known: Pick<ExpectedRecord, 'lines' | 'location_id' | 'job'>,
  ): ExpectedRecord {
    const record = { account_id: this.account.account_id, kind, id, token, deleted: false, ...known };
    this.records.push(record);
    return record;
  }

  addItem(item_id: number, name: string, bundle = false): void {
    this.items.push(knownItem(item_id, name, bundle));
  }

  /** Whether each of these items may have been there in this time, and whether one may have been gone; 0 is free text. */
  presence(item_ids: readonly number[], sent: number, answered: number) {
    const met = item_ids
      .filter(Boolean)
      .map((id) => this.items.find(({ item_id }) => item_id === id)?.living.during(sent, answered));
    return {
      mayBeThere: met.every((living) => living?.has(true)),
      mayBeGone: met.some((living) => living?.has(false)),
    };
  }
}

const knownItem = (item_id: number, name: string, bundle = false): KnownItem => {
  return { item_id, name, bundle, living: new Timeline(true) };
};
