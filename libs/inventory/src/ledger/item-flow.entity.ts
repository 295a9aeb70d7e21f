import { statementTime } from '@stockbook/persistence';
import { Column, CreateDateColumn, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

/** One movement of one item at one location. Rows are never changed nor removed: a correction is a further row. */
@Entity('item_flow')
@Unique('item_flow_once', [
  'account_id',
  'document',
  'document_id',
  'document_version',
  'line',
  'item_id',
  'location_id',
])
@Unique('item_flow_seq', ['account_id', 'item_id', 'location_id', 'seq'])
@Index('item_flow_item', ['account_id', 'item_id', 'item_flow_id'])
@Index('item_flow_location', ['account_id', 'location_id', 'item_flow_id'])
@Index('item_flow_first', { synchronize: false })
@Index('item_flow_user', ['account_id', 'user_id', 'item_flow_id'])
@Index('item_flow_before', ['account_id', 'item_id', 'location_id', 'date_added', 'seq'])
@Index('item_flow_date_added', ['account_id', 'date_added', 'item_flow_id'])
export class ItemFlowRow {
  @PrimaryColumn('int') account_id!: number;
  @PrimaryColumn({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' }) item_flow_id!: number;
  @Column('bigint') item_id!: number;
  @Column('bigint') location_id!: number;
  /** Counts the movements of the item at the location, without gaps. */
  @Column('bigint') seq!: number;
  @Column('bigint') quantity!: number;
  /** The quantity on hand at the location after this movement. */
  @Column('bigint') balance!: number;
  @Column({ type: 'numeric', precision: 38, scale: 8 }) unit_cost!: string;
  /** The worth of the movement, negative when stock went out. */
  @Column({ type: 'numeric', precision: 38, scale: 8 }) value!: string;
  /** The change of the pool beyond the value, by stock that was sold before it came, and by rounding. */
  @Column({ type: 'numeric', precision: 38, scale: 8 }) variance!: string;
  /** The item's average cost over all locations after this movement. */
  @Column({ type: 'numeric', precision: 38, scale: 8 }) average_cost!: string;
  /** The document that moved the stock, and the version of it; null for a change that belongs to no record. */
  @Column({ type: 'text', collation: 'C' }) document!: string;
  @Column({ type: 'bigint', nullable: true }) document_id!: number | null;
  @Column({ type: 'bigint', nullable: true }) document_version!: number | null;
  @Column('bigint') line!: number;
  @Column('bigint') user_id!: number;
  @Column('text') username!: string;
  @Column('text') comment!: string;
  @CreateDateColumn({ type: 'timestamptz', default: statementTime }) date_added!: Date;
}
