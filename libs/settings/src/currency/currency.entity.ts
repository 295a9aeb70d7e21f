import { OwnedRow, RateColumn, TextColumn } from '@stockbook/persistence';
import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

@Entity('currency')
@Index('currency_code', ['account_id', 'code'], { unique: true, where: 'date_deleted IS NULL' })
@Check('currency_value', 'value > 0')
export class CurrencyRow extends OwnedRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) currency_id!: number;
  @Column('text') code!: string;
  @TextColumn() symbol_left!: string;
  @TextColumn() symbol_right!: string;
  @Column('int', { default: 2 }) decimal_place!: number;
  /** One unit of the base currency is worth this many units of this currency. */
  @RateColumn() value!: number;
}
