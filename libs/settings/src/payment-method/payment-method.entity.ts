import { IdColumn, ConfiguredRow } from '@stockbook/persistence';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('payment_method')
export class PaymentMethodRow extends ConfiguredRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) payment_method_id!: number;
  @IdColumn() channel_group_id!: number;
  @Column('text') name!: string;
  @IdColumn() order_status_id!: number;
  @IdColumn() credit_note_status_id!: number;
  @Column('int', { default: 0 }) sort_order!: number;
}
