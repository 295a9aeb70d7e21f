import { IdColumn, MoneyColumn, statementTime, TextColumn } from '@stockbook/persistence';
import { Refers } from '@stockbook/service';
import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** A payment of a channel for an order; nothing changes it afterwards. */
@Entity('channel_payout')
@Index('channel_payout_reference', { synchronize: false })
@Index('channel_payout_by_date', { synchronize: false })
@Refers({
  channel_id: { to: 'channel', kept: 'an order with a payout is locked' },
  order_id: { to: 'order', kept: 'an order with a payout is locked' },
})
export class ChannelPayoutRow {
  @PrimaryColumn('int') account_id!: number;
  @PrimaryGeneratedColumn({ type: 'bigint' }) channel_payout_id!: number;
  @IdColumn() channel_id!: number;
  @IdColumn() order_id!: number;
  @IdColumn() user_id!: number;
  /** The channel's own key of the payout. */
  @TextColumn() reference!: string;
  @TextColumn() imported_order_id!: string;
  @TextColumn() name!: string;
  @TextColumn() currency!: string;
  @TextColumn() username!: string;
  @MoneyColumn() amount!: number;
  @Column('timestamptz') date!: Date;
  @Column('timestamptz', { default: statementTime }) date_added!: Date;
}
