import { statementTime } from '@stockbook/persistence';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The last number of each series. Its row lock orders the numbers. */
@Entity('invoice_series')
export class InvoiceSeriesRow {
  @PrimaryColumn('int') account_id!: number;
  @PrimaryColumn('text') series!: string;
  @Column('bigint', { default: 0 }) last_no!: number;
}

/** The number of an order or a credit note, which it keeps. */
@Entity('invoice_number')
@Index('invoice_number_series', ['account_id', 'series', 'invoice_no'], { unique: true })
export class InvoiceNumberRow {
  @PrimaryColumn('int') account_id!: number;
  @PrimaryColumn('text') kind!: 'order' | 'credit_note';
  @PrimaryColumn('bigint') document_id!: number;
  @Column('text') series!: string;
  @Column('bigint') invoice_no!: number;
  @Column('timestamptz', { default: statementTime }) date_added!: Date;
}
