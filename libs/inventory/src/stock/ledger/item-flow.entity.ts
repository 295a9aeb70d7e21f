import { statementTime } from '@stockbook/persistence';
import { Column, CreateDateColumn, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

/** One movement of one item at one location. Rows are never changed nor removed: a correction is a further row. */
@Entity('item_flow')
@Unique('item_flow_once', ['account_id', 'operation', 'line', 'item_id', 'location_id'])
@Unique('item_flow_seq', ['account_id', 'item_id', 'location_id', 'seq'])
@Index('item_flow_item', ['account_id', 'item_id', 'item_flow_id'])
@Index('item_flow_location', ['account_id', 'location_id', 'item_flow_id'])
@Index('item_flow_date_added', ['account_id', 'date_added', 'item_flow_id'])
export class ItemFlowRow {
  @PrimaryColumn('int') account_id!: number;
  @PrimaryColumn({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' }) item_flow_id!: number;
  @Column('bigint') item_id!: number;
  @Column('bigint') location_id!: number;
  /** Counts the movements of the item at the location, without gaps. */
  @Column('bigint') seq!: number;
  @Column('bigint') quantity!: number;
  /** On hand at the location after this movement. */
  @Column('bigint') balance!: number;
  @Column({ type: 'numeric', precision: 38, scale: 8 }) unit_cost!: string;
  /** Worth of the movement, negative when stock went out. */
  @Column({ type: 'numeric', precision: 38, scale: 8 }) value!: string;
  /** Change of the pool beyond the value: stock that was sold before it came, and rounding. */
  @Column({ type: 'numeric', precision: 38, scale: 8 }) variance!: string;
  /** The change of a document that moved the stock, as `order/17/3`: kind, id and version. */
  @Column('text') operation!: string;
  @Column('bigint') line!: number;
  @Column('int') user_id!: number;
  @Column('text') username!: string;
  @Column('text') comment!: string;
  @CreateDateColumn({ type: 'timestamptz', default: statementTime }) date_added!: Date;
}
