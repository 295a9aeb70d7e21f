import type { Caller, OrderData, OrderPayment, OrderPayout, OrderTotal, PromotionUse } from '@stockbook/contracts';
import { IdColumn, MoneyColumn, TextColumn } from '@stockbook/persistence';
import { Refers } from '@stockbook/service';
import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { SALE_REFERENCES, SaleDocumentRow } from '../../document/sale-document.entity.js';

const ListColumn = () => Column('jsonb', { default: [] });
const FlagColumn = () => Column('boolean', { default: false });
const UNBOUND = { precision: 30 };

export interface PendingLookup extends Pick<Caller, 'user_id' | 'username' | 'channel_group_ids'> {
  /** The lines that name an item, by their positions. */
  readonly lines: readonly PendingLine[];
}
export interface PendingLine {
  readonly position: number;
  /** The request gave the line's cost. */
  readonly has_cost: boolean;
}

/** The state of its channel that an import gave last. */
export interface OrderSource {
  /** The digest of the whole content. */
  readonly digest: string;
  /** The time at which the channel changed the order, in RFC 3339; empty if not given. */
  readonly date_modified: string;
}

/** An order. Names are those at the time of the order; lists that are only read with the order are columns of it. */
@Entity('sale_order')
@Check('sale_order_currency_value', 'currency_value > 0')
@Index('sale_order_imported', { synchronize: false })
@Index('sale_order_by_customer', { synchronize: false })
@Index('sale_order_by_channel', { synchronize: false })
@Index('sale_order_by_status', { synchronize: false })
@Index('sale_order_by_date_added', { synchronize: false })
@Index('sale_order_by_date_ordered', { synchronize: false })
@Index('sale_order_by_total', { synchronize: false })
@Index('sale_order_by_shipping_date', { synchronize: false })
@Index('sale_order_by_latest_shipping_date', { synchronize: false })
@Index('sale_order_search', { synchronize: false })
@Index('sale_order_by_payment_method', { synchronize: false })
@Index('sale_order_by_shipping_method', { synchronize: false })
@Index('sale_order_by_shipping_tracking', { synchronize: false })
@Index('sale_order_by_postcode', { synchronize: false })
@Index('sale_order_lookup', { synchronize: false })
@Refers({
  ...SALE_REFERENCES,
  order_status_id: { to: 'order status', kept: 'the name and its flags are copies' },
  location_id: { to: 'location', kept: "moves to its channel's location when it wants stock" },
})
export class OrderRow extends SaleDocumentRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) order_id!: number;
  @TextColumn() address_1!: string;
  @TextColumn() address_2!: string;
  @TextColumn() city!: string;
  @TextColumn() postcode!: string;
  @TextColumn() country!: string;
  @TextColumn() zone!: string;
  @IdColumn() order_status_id!: number;
  @TextColumn() order_status!: string;
  /** True if the status wants the items deducted from stock. */
  @FlagColumn() deducts!: boolean;
  /** True if the stock of all lines with an item was taken; false if there is none. */
  @FlagColumn() deducted!: boolean;
  /** Counts the pieces of all lines. */
  @Column('bigint', { default: 0 }) quantity!: number;
  /** Repeats what the status said when it was last given. */
  @FlagColumn() status_locks!: boolean;
  /** True if the status makes the order void, so that it counts no uses of promotions. */
  @FlagColumn() voids!: boolean;
  @IdColumn() shipping_label_status_id!: number;
  @IdColumn() order_blacklist_id!: number;
  @TextColumn() shipping_method!: string;
  @TextColumn() shipping_tracking!: string;
  @Column('timestamptz', { nullable: true }) shipping_date!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) date_ordered!: Date;
  @MoneyColumn(UNBOUND) weight!: number;
  @FlagColumn() split_payment!: boolean;
  @ListColumn() payments!: OrderPayment[];
  @ListColumn() totals!: OrderTotal[];
  @ListColumn() payouts!: OrderPayout[];
  /** The promotions that its totals name. */
  @ListColumn() promotions!: PromotionUse[];
  /** Counts the changes that concern its promotions; the sequence of their events. */
  @Column('bigint', { default: 0 }) promotion_sequence!: number;
  /** The decimals of its currency when it was placed. */
  @Column('int', { default: 2 }) decimal_place!: number;
  @ListColumn() data!: OrderData[];
  /** Item lookups that inventory has not answered yet; null once it has. */
  @Column('jsonb', { nullable: true }) lookup!: PendingLookup | null;
  /** Null means that the order was not imported. */
  @Column('jsonb', { nullable: true }) source!: OrderSource | null;
}
