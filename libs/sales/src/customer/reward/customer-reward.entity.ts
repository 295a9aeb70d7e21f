import { IdColumn, statementTime, TextColumn } from '@stockbook/persistence';
import { Check, Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

@Entity('customer_reward')
@Check('customer_reward_balance', 'balance >= 0')
export class CustomerRewardRow {
  @PrimaryColumn('int') account_id!: number;
  @PrimaryColumn('bigint') customer_id!: number;
  @PrimaryGeneratedColumn({ type: 'bigint' }) customer_reward_id!: number;
  @Column('int') reward!: number;
  /** Counts the points available after it: the sum of the customer's transactions so far. */
  @Column('bigint') balance!: number;
  /** 0 stands for the system. */
  @IdColumn() user_id!: number;
  @TextColumn() username!: string;
  @TextColumn() description!: string;
  @Column('timestamptz', { default: statementTime }) date_added!: Date;
}
