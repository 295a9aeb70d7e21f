import { IdColumn, ConfiguredRow } from '@stockbook/persistence';
import { OF_CHANNEL_GROUP, Refers } from '@stockbook/service';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('payment_method')
@Refers({
  channel_group_id: OF_CHANNEL_GROUP,
  order_status_id: { to: 'order status', refusal: 'is still the default of' },
  credit_note_status_id: { to: 'credit note status', refusal: 'is still the default of' },
})
export class PaymentMethodRow extends ConfiguredRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) payment_method_id!: number;
  @IdColumn() channel_group_id!: number;
  @Column('text') name!: string;
  @IdColumn() order_status_id!: number;
  @IdColumn() credit_note_status_id!: number;
  @Column('int', { default: 0 }) sort_order!: number;
}
