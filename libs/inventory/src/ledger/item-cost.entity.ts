import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The worth of an item's stock over all locations, in the base currency. Only the stock ledger writes it. */
@Entity('item_cost')
@Check('item_cost_pool', 'pool_cost = quantity * average_cost')
export class ItemCostRow {
  @PrimaryColumn('int') account_id!: number;
  @PrimaryColumn('bigint') item_id!: number;
  @Column({ type: 'bigint', default: 0 }) quantity!: number;
  @Column({ type: 'numeric', precision: 38, scale: 8, default: 0 }) pool_cost!: string;
  @Column({ type: 'numeric', precision: 38, scale: 8, default: 0 }) average_cost!: string;
  @Column({ type: 'bigint', default: 0 }) total_added!: number;
  @Column({ type: 'bigint', default: 0 }) total_deducted!: number;
  /** The sequence of the item's last stock event. */
  @Column({ type: 'bigint', default: 0 }) version!: number;
  /** The sequence of the last fact of its stock. */
  @Column({ type: 'bigint', default: 0 }) stock_facts!: number;
  /** The item is a bundle: a copy under the lock that every movement takes. */
  @Column({ type: 'boolean', default: false }) bundle!: boolean;
}
