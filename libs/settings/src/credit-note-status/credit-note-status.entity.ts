import { IdColumn, OwnedRow } from '@stockbook/persistence';
import { OF_CHANNEL_GROUP, Refers } from '@stockbook/service';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('credit_note_status')
@Refers({
  channel_group_id: OF_CHANNEL_GROUP,
})
export class CreditNoteStatusRow extends OwnedRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) credit_note_status_id!: number;
  @IdColumn() channel_group_id!: number;
  @Column('text') name!: string;
  @Column('boolean', { default: false }) restock!: boolean;
}
