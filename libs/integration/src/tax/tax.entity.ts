import { IdColumn, MoneyColumn, OwnedRow, TextColumn } from '@stockbook/persistence';
import { OF_CHANNEL_GROUP, Refers } from '@stockbook/service';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('tax')
@Refers({
  channel_group_id: OF_CHANNEL_GROUP,
})
export class TaxRow extends OwnedRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) tax_id!: number;
  @IdColumn() channel_group_id!: number;
  @Column('text') name!: string;
  @TextColumn() code!: string;
  @Column('text') type!: 'P' | 'F';
  /** The rate is a percentage, or an amount in the base currency. */
  @MoneyColumn() rate!: number;
  @Column('boolean', { default: false }) inclusive!: boolean;
  @Column('boolean', { default: true }) status!: boolean;
  @Column('int', { default: 0 }) sort_order!: number;
}
