import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A row stands for two files of the media store: an image of an item, and its thumb. */
@Entity('item_file')
@Index('item_file_by_item', ['account_id', 'item_id'])
@Index('item_file_released', ['date_released'], { where: 'date_released IS NOT NULL' })
export class ItemFileRow {
  @PrimaryColumn('int') account_id!: number;
  @PrimaryColumn('text') name!: string;
  @Column('bigint') item_id!: number;
  @Column('bigint') bytes_elsewhere!: number;
  /** The item has not named the image since then; null while it does. */
  @Column('timestamptz', { nullable: true }) date_released!: Date | null;
}
