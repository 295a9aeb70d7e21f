import { OwnedRow, TextColumn } from '@stockbook/persistence';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

@Entity('language')
@Index('language_code', ['account_id', 'code'], { unique: true, where: 'date_deleted IS NULL' })
export class LanguageRow extends OwnedRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) language_id!: number;
  @Column('text') name!: string;
  @Column('text') code!: string;
  @TextColumn() locale!: string;
  @Column('int', { default: 0 }) sort_order!: number;
  @Column('boolean', { default: true }) status!: boolean;
}
