import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** What an item's stock is worth, over all locations, in the base currency. Written by the stock ledger alone. */
@Entity('item_cost')
@Check('item_cost_pool', 'pool_cost = quantity * average_cost')
export class ItemCostRow {
  @PrimaryColumn('int') account_id!: number;
  @PrimaryColumn('int') item_id!: number;
  @Column({ type: 'bigint', default: 0 }) quantity!: string;
  @Column({ type: 'numeric', precision: 38, scale: 8, default: 0 }) pool_cost!: string;
  @Column({ type: 'numeric', precision: 38, scale: 8, default: 0 }) average_cost!: string;
  @Column({ type: 'bigint', default: 0 }) total_added!: string;
  @Column({ type: 'bigint', default: 0 }) total_deducted!: string;
  /** The sequence of the item's last stock event. */
  @Column({ type: 'int', default: 0 }) version!: number;
}
