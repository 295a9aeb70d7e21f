import { IdColumn, OwnedRow } from '@stockbook/persistence';
import { OF_CHANNEL_GROUP, Refers } from '@stockbook/service';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('order_status')
@Refers({
  channel_group_id: OF_CHANNEL_GROUP,
})
export class OrderStatusRow extends OwnedRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) order_status_id!: number;
  @IdColumn() channel_group_id!: number;
  @Column('text') name!: string;
  @Column('boolean', { default: false }) deduct!: boolean;
  @Column('boolean', { default: false }) lock!: boolean;
  @Column('boolean', { default: false }) void!: boolean;
}
