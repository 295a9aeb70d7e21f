import { IdColumn, OwnedRow, TextColumn } from '@stockbook/persistence';
import { Refers } from '@stockbook/service';
import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

@Entity('customer')
@Check('customer_reward', 'reward >= 0')
@Index('customer_by_name', { synchronize: false })
@Index('customer_by_group', { synchronize: false })
@Index('customer_by_email', { synchronize: false })
@Index('customer_by_telephone', { synchronize: false })
@Index('customer_by_card_number', { synchronize: false })
@Index('customer_by_reward', { synchronize: false })
@Index('customer_by_date_added', { synchronize: false })
@Index('customer_by_date_modified', { synchronize: false })
@Index('customer_merged', { synchronize: false })
@Index('customer_search', { synchronize: false })
@Refers({
  customer_group_id: { to: 'customer group', refusal: 'is still the group of' },
})
export class CustomerRow extends OwnedRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) customer_id!: number;
  @IdColumn() customer_group_id!: number;
  @TextColumn() firstname!: string;
  @TextColumn() lastname!: string;
  /** Merges the first and the last name. */
  @TextColumn() name!: string;
  @TextColumn() company!: string;
  @TextColumn() email!: string;
  /** Has lower case: customers are found and sorted by it. */
  @TextColumn() email_key!: string;
  @TextColumn() telephone!: string;
  @TextColumn() card_number!: string;
  /** A trigger sets it to the searched texts as `search_text` returns them. */
  @TextColumn() search!: string;
  /** Counts the available points. */
  @Column('bigint', { default: 0 }) reward!: number;
  /** A deleted customer was merged into this one; 0 means none. */
  @IdColumn() merged_into!: number;
}
