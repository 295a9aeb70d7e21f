import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Records how far the stock has followed the demand of a document. */
@Entity('stock_demand')
export class StockDemandRow {
  @PrimaryColumn('int') account_id!: number;
  @PrimaryColumn({ type: 'text', collation: 'C' }) document!: string;
  @PrimaryColumn('bigint') document_id!: number;
  @Column('bigint') version!: number;
  /** The sequence of the last answer. */
  @Column({ type: 'bigint', default: 0 }) seq!: number;
  /** The user who made the demand; the flow names this user even when the stock arrives later. */
  @Column('bigint') user_id!: number;
  @Column('text') username!: string;
  /** The document is deleted. */
  @Column({ type: 'boolean', default: false }) is_over!: boolean;
}

/** The pieces that a document's line wants of an item at a location, and those it has taken; below 0 it gives back. */
@Entity('stock_demand_line')
@Check('stock_demand_line_per_unit', 'per_unit > 0')
@Index('stock_demand_line_backordered', ['account_id', 'item_id', 'location_id', 'place'], {
  where: 'taken < wanted',
})
export class StockDemandLineRow {
  @PrimaryColumn('int') account_id!: number;
  @PrimaryColumn({ type: 'text', collation: 'C' }) document!: string;
  @PrimaryColumn('bigint') document_id!: number;
  @PrimaryColumn('bigint') line_id!: number;
  @PrimaryColumn('bigint') item_id!: number;
  @PrimaryColumn('bigint') location_id!: number;
  @Column('int') wanted!: number;
  @Column('int') taken!: number;
  /** One unit of the line consists of this many pieces of the item. */
  @Column({ type: 'int', default: 1 }) per_unit!: number;
  /** The original cost of the pieces taken, in the base currency; below 0 for pieces given back. */
  @Column({ type: 'numeric', precision: 38, scale: 8 }) value!: string;
  /** The place in the queue of its stock; it means nothing while the line does not wait. */
  @Column({ type: 'bigint', default: 0 }) place!: number;
}
