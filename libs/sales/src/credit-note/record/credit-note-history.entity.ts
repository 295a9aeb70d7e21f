import { IdColumn, statementTime, TextColumn } from '@stockbook/persistence';
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** Something that happened to a credit note, and its status after that. */
@Entity('sale_credit_note_history')
export class CreditNoteHistoryRow {
  @PrimaryColumn('int') account_id!: number;
  @PrimaryColumn('bigint') credit_note_id!: number;
  @PrimaryGeneratedColumn({ type: 'bigint' }) credit_note_history_id!: number;
  @IdColumn() credit_note_status_id!: number;
  @TextColumn() credit_note_status!: string;
  /** 0 stands for the system. */
  @IdColumn() user_id!: number;
  @TextColumn() username!: string;
  @TextColumn() comment!: string;
  @Column('timestamptz', { default: statementTime }) date_added!: Date;
}
