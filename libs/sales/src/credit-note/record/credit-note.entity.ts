import type { OrderTotal } from '@stockbook/contracts';
import { IdColumn, TextColumn } from '@stockbook/persistence';
import { Refers } from '@stockbook/service';
import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { SALE_REFERENCES, SaleDocumentRow } from '../../document/sale-document.entity.js';

/** A credit note. Names are those at its time, or at the time of its order. */
@Entity('sale_credit_note')
@Check('sale_credit_note_currency_value', 'currency_value > 0')
@Index('sale_credit_note_living', { synchronize: false })
@Index('sale_credit_note_by_order', { synchronize: false })
@Index('sale_credit_note_by_customer', { synchronize: false })
@Index('sale_credit_note_by_channel', { synchronize: false })
@Index('sale_credit_note_by_status', { synchronize: false })
@Index('sale_credit_note_by_date_added', { synchronize: false })
@Index('sale_credit_note_by_date_modified', { synchronize: false })
@Index('sale_credit_note_search', { synchronize: false })
@Index('sale_credit_note_taking', { synchronize: false })
@Index('sale_credit_note_by_payment_method', { synchronize: false })
@Refers({
  ...SALE_REFERENCES,
  order_id: {
    to: 'order',
    apart: 'A delete looks for the credit notes of many orders at once.',
    note: 'both would give the same stock back',
  },
  credit_note_status_id: { to: 'credit note status', kept: 'the name and its flag are copies' },
  location_id: { to: 'location', kept: 'its pieces stay there; further ones go on, see below' },
})
export class CreditNoteRow extends SaleDocumentRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) credit_note_id!: number;
  @IdColumn() order_id!: number;
  @IdColumn() credit_note_status_id!: number;
  @TextColumn() credit_note_status!: string;
  /** True if a user wants the items back in stock, whatever the status. */
  @Column('boolean', { default: false }) restock!: boolean;
  /** Repeats what the status said when it was last given. */
  @Column('boolean', { default: false }) status_restocks!: boolean;
  /** A request gave the total; else it is the sum of lines and totals. */
  @Column('boolean', { default: false }) has_own_total!: boolean;
  @Column('boolean', { default: false }) allow_over_credit!: boolean;
  /** Rises with each change that a user makes or tries, so inventory tells the newest. */
  @Column('bigint', { default: 1 }) demand_version!: number;
  /** A request may write until then the change for which inventory has taken pieces back; null means that none has. */
  @Column('timestamptz', { nullable: true }) taking_until!: Date | null;
  @Column('jsonb', { default: [] }) totals!: OrderTotal[];
}
