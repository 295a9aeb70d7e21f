import { IdColumn, OwnedRow } from '@stockbook/persistence';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('order_status')
export class OrderStatusRow extends OwnedRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) order_status_id!: number;
  @IdColumn() channel_group_id!: number;
  @Column('text') name!: string;
  @Column('boolean', { default: false }) deduct!: boolean;
  @Column('boolean', { default: false }) lock!: boolean;
  @Column('boolean', { default: false }) void!: boolean;
}
