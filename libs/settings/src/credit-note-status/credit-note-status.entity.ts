import { IdColumn, OwnedRow } from '@stockbook/persistence';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('credit_note_status')
export class CreditNoteStatusRow extends OwnedRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) credit_note_status_id!: number;
  @IdColumn() channel_group_id!: number;
  @Column('text') name!: string;
  @Column('boolean', { default: false }) restock!: boolean;
}
