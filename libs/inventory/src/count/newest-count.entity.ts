import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The newest count that was booked of an item at a location. It changes under the lock of this stock. */
@Entity('newest_count')
export class NewestCountRow {
  @PrimaryColumn('int') account_id!: number;
  @PrimaryColumn('bigint') item_id!: number;
  @PrimaryColumn('bigint') location_id!: number;
  /** The position in the flow that the count is about. */
  @Column('bigint') seq!: number;
  /** Orders counts of one position. */
  @Column('timestamptz') date_counted!: Date;
}
