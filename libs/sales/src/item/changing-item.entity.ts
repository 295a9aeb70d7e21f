import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An item that becomes a bundle, or stops being one: no line shows what it was. */
@Entity('changing_item')
export class ChangingItemRow {
  @PrimaryColumn('int') account_id!: number;
  @PrimaryColumn('bigint') item_id!: number;
  @Column('boolean') bundle!: boolean;
  /** Nothing that looked at the item before the change is written after that. */
  @Column('timestamptz') date_expire!: Date;
}
