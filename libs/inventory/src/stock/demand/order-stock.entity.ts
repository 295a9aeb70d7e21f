import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** How far the stock has followed an order. */
@Entity('order_stock')
export class OrderStockRow {
  @PrimaryColumn('int') account_id!: number;
  @PrimaryColumn('bigint') order_id!: number;
  /** The version of the demand that was looked at last. */
  @Column('bigint') version!: number;
  /** The sequence of the last answer. */
  @Column({ type: 'bigint', default: 0 }) seq!: number;
  /** The user who made the demand; the flow names this user even when the stock arrives later. */
  @Column('int') user_id!: number;
  @Column('text') username!: string;
}

/** The quantity that an order's line wants of an item at a location, and the quantity it has taken. */
@Entity('order_line_stock')
@Check('order_line_stock_taken', 'wanted >= 0 AND taken >= 0')
@Index('order_line_stock_waiting', ['account_id', 'item_id', 'location_id', 'order_id'], { where: 'taken < wanted' })
export class OrderLineStockRow {
  @PrimaryColumn('int') account_id!: number;
  @PrimaryColumn('bigint') order_id!: number;
  @PrimaryColumn('bigint') order_product_id!: number;
  @PrimaryColumn('bigint') item_id!: number;
  @PrimaryColumn('bigint') location_id!: number;
  @Column('int') wanted!: number;
  @Column('int') taken!: number;
  /** The original cost of what is taken, in the base currency. */
  @Column({ type: 'numeric', precision: 38, scale: 8 }) value!: string;
}
