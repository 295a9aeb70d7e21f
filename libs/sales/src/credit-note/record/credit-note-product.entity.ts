import { IdColumn } from '@stockbook/persistence';
import { Refers } from '@stockbook/service';
import { Check, Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { SaleLineRow, SOLD_ITEM } from '../../document/sale-document.entity.js';

/** A line of a credit note, with what the stock has got back of it. */
@Entity('sale_credit_note_product')
@Check('sale_credit_note_product_quantity', 'quantity > 0')
@Refers({
  item_id: SOLD_ITEM,
})
export class CreditNoteProductRow extends SaleLineRow {
  @PrimaryColumn('bigint') credit_note_id!: number;
  @PrimaryGeneratedColumn({ type: 'bigint' }) credit_note_product_id!: number;
  @IdColumn() order_product_id!: number;
  /** The time at which the whole line went back to stock; null while it has not. */
  @Column('timestamptz', { nullable: true }) date_restocked!: Date | null;
}
