import { IdColumn, MoneyColumn, statementTime, TextColumn } from '@stockbook/persistence';
import { Refers } from '@stockbook/service';
import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** The use of a promotion by one order. A use that its order gave back is kept as deleted. */
@Entity('promotion_history')
@Index('promotion_history_order', ['account_id', 'order_id', 'promotion_id'], { unique: true })
@Index('promotion_history_promotion', ['account_id', 'promotion_id', 'customer_id'])
@Index('promotion_history_living', { synchronize: false })
@Refers({
  promotion_id: { to: 'promotion', kept: 'the history stays' },
})
export class PromotionHistoryRow {
  @PrimaryColumn('int') account_id!: number;
  @PrimaryGeneratedColumn({ type: 'bigint' }) promotion_history_id!: number;
  @Column('bigint') promotion_id!: number;
  @Column('bigint') order_id!: number;
  @IdColumn() channel_id!: number;
  @IdColumn() customer_id!: number;
  @TextColumn() coupon!: string;
  /** The amount is in the base currency. */
  @MoneyColumn() total!: number;
  /** False means that there was no such promotion yet. The use is not counted, also not for a later one of that id. */
  @Column('boolean', { default: true }) counted!: boolean;
  /** Names the limit that the use passed; empty if it passed none. */
  @TextColumn() message!: string;
  /** Counts how often the use has passed a limit; it is the sequence of its events. */
  @Column('bigint', { default: 0 }) times_over!: number;
  @Column('timestamptz', { default: statementTime }) date_added!: Date;
  @Column('timestamptz', { nullable: true }) date_deleted!: Date | null;
}

/** An order whose uses are recorded, by its version; an event of an older one changes nothing. */
@Entity('promotion_order')
@Index('promotion_order_imported', ['account_id', 'channel_id', 'imported_order_id'])
export class PromotionOrderRow {
  @PrimaryColumn('int') account_id!: number;
  @PrimaryColumn('bigint') order_id!: number;
  @Column('bigint') version!: number;
  @Column('bigint') channel_id!: number;
  @Column('text') imported_order_id!: string;
}

/** A use that is kept for an order to come. It is one use, however often it is asked for. */
@Entity('promotion_hold')
@Index('promotion_hold_expiry', { synchronize: false })
@Index('promotion_hold_taken', { synchronize: false })
@Index('promotion_hold_key', ['account_id', 'key', 'channel_id'])
export class PromotionHoldRow {
  @PrimaryColumn('int') account_id!: number;
  @PrimaryColumn('bigint') promotion_id!: number;
  @PrimaryColumn('bigint') channel_id!: number;
  @PrimaryColumn('text') key!: string;
  @IdColumn() customer_id!: number;
  /** The e-mail and telephone of a customer who may be new. */
  @Column('text', { array: true, default: [] }) contacts!: string[];
  @Column('timestamptz') date_expire!: Date;
  /** The order that came; 0 means none yet. With an order, the row only answers repeated requests. */
  @IdColumn() order_id!: number;
  /** Counts the requests that were granted this hold. */
  @Column('bigint', { default: 1 }) requests!: number;
}
