import type { StockState } from '@stockbook/contracts';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The stock of one item at one location. Only the stock ledger writes it. */
@Entity('item_stock')
@Check('item_stock_on_hand', 'on_hand >= -2000000000')
@Check('item_stock_reserved', 'reserved >= 0')
@Index('item_stock_state', { synchronize: false })
@Index('item_stock_unavailable', { synchronize: false })
export class ItemStockRow {
  @PrimaryColumn('int') account_id!: number;
  @PrimaryColumn('bigint') item_id!: number;
  @PrimaryColumn('bigint') location_id!: number;
  @Column({ type: 'bigint', default: 0 }) on_hand!: number;
  @Column({ type: 'int', default: 0 }) reserved!: number;
  /** The last `seq` of the flow here. */
  @Column({ type: 'bigint', default: 0 }) seq!: number;
  /** The item's own thresholds here; null means the location's. */
  @Column({ type: 'int', nullable: true }) stock_warning!: number | null;
  @Column({ type: 'int', nullable: true }) stock_danger!: number | null;
  @Column({ type: 'text', collation: 'C', default: 'out' }) state!: StockState;
}
