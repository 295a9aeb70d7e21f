import { OwnedRow, TextColumn } from '@stockbook/persistence';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('announcement')
export class AnnouncementRow extends OwnedRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) announcement_id!: number;
  @Column('bigint') user_id!: number;
  /** The author's name at the time. */
  @Column('text') username!: string;
  @Column('text') title!: string;
  @TextColumn() short_description!: string;
  @TextColumn() description!: string;
  @Column('boolean', { default: false }) popup!: boolean;
}
