import { IdColumn, statementTime, TextColumn } from '@stockbook/persistence';
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** Something that happened to an order, and its status after that. */
@Entity('sale_order_history')
export class OrderHistoryRow {
  @PrimaryColumn('int') account_id!: number;
  @PrimaryColumn('bigint') order_id!: number;
  @PrimaryGeneratedColumn({ type: 'bigint' }) order_history_id!: number;
  @IdColumn() order_status_id!: number;
  @TextColumn() order_status!: string;
  /** 0 stands for the system. */
  @IdColumn() user_id!: number;
  @TextColumn() username!: string;
  @TextColumn() comment!: string;
  @Column('timestamptz', { default: statementTime }) date_added!: Date;
}
