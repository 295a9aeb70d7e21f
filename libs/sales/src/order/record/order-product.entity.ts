import type { OrderTotal } from '@stockbook/contracts';
import { IdColumn, MoneyColumn, TextColumn } from '@stockbook/persistence';
import { Check, Column, DeleteDateColumn, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** A line of an order, with what the stock has given for it. A line taken out of its order is kept as deleted. */
@Entity('sale_order_product')
@Check('sale_order_product_quantity', 'quantity > 0')
@Index('sale_order_product_by_item', { synchronize: false })
export class OrderProductRow {
  @PrimaryColumn('int') account_id!: number;
  @PrimaryColumn('bigint') order_id!: number;
  @PrimaryGeneratedColumn({ type: 'bigint' }) order_product_id!: number;
  /** From 0. */
  @Column('int') position!: number;
  @TextColumn() imported_order_product_id!: string;
  @IdColumn() item_id!: number;
  @TextColumn() thumb!: string;
  @TextColumn() name!: string;
  @TextColumn() model!: string;
  @TextColumn() sku!: string;
  @Column('int') quantity!: number;
  @MoneyColumn() price!: number;
  @MoneyColumn() discount!: number;
  @MoneyColumn() discount_total!: number;
  @MoneyColumn() discount_platform!: number;
  @Column('jsonb', { default: [] }) totals!: OrderTotal[];
  @MoneyColumn() total!: number;
  /** Of one unit, in the base currency: given, or the item's average when the order was placed. */
  @MoneyColumn({ precision: 20, scale: 8 }) cost!: number;
  /** Of one unit of the stock taken; null while none is. */
  @MoneyColumn({ precision: 20, scale: 8, nullable: true, default: null }) cost_taken!: number | null;
  /** Of one unit. */
  @MoneyColumn() weight!: number;
  /** How many pieces the stock has given. */
  @Column('int', { default: 0 }) taken!: number;
  /** How many pieces were missing by the last answer of the inventory. */
  @Column('int', { default: 0 }) short!: number;
  /** The sequence of the answer of the inventory that `taken` comes from. */
  @Column('bigint', { default: 0 }) stock_sequence!: number;
  @DeleteDateColumn({ type: 'timestamptz' }) date_deleted!: Date | null;
}
