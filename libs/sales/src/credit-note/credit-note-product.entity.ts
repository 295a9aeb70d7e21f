import { IdColumn, MoneyColumn, TextColumn } from '@stockbook/persistence';
import { Check, Column, DeleteDateColumn, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** A line of a credit note, with what the stock has got back of it. */
@Entity('sale_credit_note_product')
@Check('sale_credit_note_product_quantity', 'quantity > 0')
@Index('sale_credit_note_product_by_order_product', { synchronize: false })
export class CreditNoteProductRow {
  @PrimaryColumn('int') account_id!: number;
  @PrimaryColumn('bigint') credit_note_id!: number;
  @PrimaryGeneratedColumn({ type: 'bigint' }) credit_note_product_id!: number;
  /** From 0. */
  @Column('int') position!: number;
  @IdColumn() order_product_id!: number;
  @IdColumn() item_id!: number;
  @TextColumn() thumb!: string;
  @TextColumn() name!: string;
  @TextColumn() model!: string;
  @TextColumn() sku!: string;
  @Column('int') quantity!: number;
  @MoneyColumn() price!: number;
  @MoneyColumn() total!: number;
  /** Of one unit, in the base currency: the order line's, given, or the item's average. */
  @MoneyColumn({ precision: 20, scale: 8 }) cost!: number;
  /** Of one unit that is back in stock; null while none is. */
  @MoneyColumn({ precision: 20, scale: 8, nullable: true, default: null }) cost_taken!: number | null;
  /** Pieces that the stock has given: below 0, as it gets them back. */
  @Column('int', { default: 0 }) taken!: number;
  @Column('int', { default: 0 }) short!: number;
  /** The sequence of the answer of the inventory that `taken` comes from. */
  @Column('bigint', { default: 0 }) stock_sequence!: number;
  /** When the whole line went back to stock; null while it has not. */
  @Column('timestamptz', { nullable: true }) date_restocked!: Date | null;
  @DeleteDateColumn({ type: 'timestamptz' }) date_deleted!: Date | null;
}
