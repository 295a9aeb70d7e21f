import { Held } from './held.js';
import {
  COMPLETED,
  type KnownLine,
  type KnownOrder,
  type KnownRecord,
  piecesByItem,
  type RecordKind,
} from './known.js';
import type { ShopAccount, ShopPromotion } from './shop.js';
import { type Span, Timeline } from './timeline.js';

export interface KnownItem {
  readonly item_id: number;
  name: string;
  readonly living: Timeline<boolean>;
}

/** The quantity, beside reserved pieces, to which an acknowledged editStock has changed a stock. */
export interface KnownQuantity {
  readonly item_id: number;
  readonly location_id: number;
  readonly quantity: number;
  readonly difference?: number;
}

export interface PromotionHold {
  readonly key: string;
  readonly channel: number;
  readonly promotion: ShopPromotion;
}

/** The acknowledged state of one account, which its clients share. */
export class ShopModel {
  readonly orders: KnownOrder[] = [];
  readonly records: KnownRecord[] = [];
  readonly items: KnownItem[];
  readonly quantities: KnownQuantity[] = [];
  readonly deletedLocations: number[] = [];
  readonly promotionHolds: PromotionHold[] = [];
  readonly emails: readonly string[];
  readonly deducts: ReadonlyMap<number, Timeline<boolean>>;
  readonly held = new Held();

  constructor(readonly account: ShopAccount) {
    const { goods, pending_id, void_id, deducting_ids, credentials } = account;
    this.items = goods.all.map((item_id, index) => knownItem(item_id, `Item ${index + 1}`));
    this.emails = [1, 2, 3].map((number) => `customer-${number}@${credentials.domain}.test`);
    const timelineOf = (deducts: boolean) => (id: number) => [id, new Timeline(deducts)] as const;
    this.deducts = new Map([...[pending_id, void_id].map(timelineOf(false)), ...deducting_ids.map(timelineOf(true))]);
  }

  get openOrders(): KnownOrder[] {
    return this.held.free(this.orders.filter(({ deleted, isPaidOut }) => !deleted && !isPaidOut));
  }

  openRecords<K extends RecordKind>(...kinds: readonly K[]): KnownRecord<K>[] {
    return this.held.free(this.living(...kinds).filter(({ expires, status = 0 }) => !expires && status < COMPLETED));
  }

  living<K extends RecordKind>(...kinds: readonly K[]): KnownRecord<K>[] {
    const isLiving = (record: KnownRecord): record is KnownRecord<K> =>
      !record.deleted && kinds.some((kind) => kind === record.kind);
    return this.records.filter(isLiving);
  }

  /** Returns the items that come and go; the items that the shop opened with stay. */
  get passingItems(): KnownItem[] {
    return this.items.filter(({ item_id, living }) => living.last && !this.account.goods.all.includes(item_id));
  }

  addItem(item_id: number, name: string): void {
    this.items.push(knownItem(item_id, name));
  }

  creditsOf({ order_id }: KnownOrder): KnownRecord[] {
    return this.living('credit_note').filter((note) => note.order_id === order_id);
  }

  receiptsOf({ id }: KnownRecord): KnownRecord[] {
    return this.living('addition').filter((receipt) => receipt.purchase_order_id === id);
  }

  /** Tells whether a purchase order would receive more of an item than it asks for, and more than before the change. */
  isOverReceipt(order: KnownRecord, lines: readonly KnownLine[], changed?: KnownRecord): boolean {
    const receipts = this.receiptsOf(order);
    const before = piecesByItem(receipts.flatMap((receipt) => receipt.lines));
    const others = piecesByItem(receipts.filter((receipt) => receipt !== changed).flatMap((receipt) => receipt.lines));
    const ordered = piecesByItem(order.lines);
    return [...piecesByItem(lines)].some(([item_id, quantity]) => {
      const after = quantity + (others.get(item_id) ?? 0);
      return after > (before.get(item_id) ?? 0) && after > (ordered.get(item_id) ?? 0);
    });
  }

  /** Tells whether more of an item would be credited than its order has. */
  isOverCredit(order: KnownOrder, lines: readonly KnownLine[], changed?: KnownRecord): boolean {
    const sold = piecesByItem(order.lines);
    const others = this.creditsOf(order).filter((note) => note !== changed);
    const credited = piecesByItem([...others.flatMap((note) => note.lines), ...lines]);
    return lines.some(({ item_id }) => (credited.get(item_id) ?? 0) > (sold.get(item_id) ?? 0));
  }

  /** Tells whether each of these items may have been there in this time, and whether one may have been gone. */
  presence(item_ids: readonly number[], { sent, answered }: Span) {
    const met = this.items
      .filter(({ item_id }) => item_ids.includes(item_id))
      .map(({ living }) => living.during(sent, answered));
    return { mayBeThere: met.every((living) => living.has(true)), mayBeGone: met.some((living) => living.has(false)) };
  }

  /** Tells whether a status deducted at that time; null if it changed meanwhile. */
  deductsIn(order_status_id: number, { sent, answered }: Span): boolean | null {
    const [deducts, ...others] = this.deducts.get(order_status_id)?.during(sent, answered) ?? [];
    return deducts === undefined || others.length ? null : deducts;
  }
}

const knownItem = (item_id: number, name: string): KnownItem => ({ item_id, name, living: new Timeline(true) });
