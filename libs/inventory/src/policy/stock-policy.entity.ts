import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The company settings that stock depends on, kept by events. An account without a row has both off. */
@Entity('stock_policy')
export class StockPolicyRow {
  @PrimaryColumn('int') account_id!: number;
  @Column({ type: 'boolean', default: false }) allow_negative_stock!: boolean;
  @Column({ type: 'boolean', default: false }) inventory_integrity!: boolean;
  /** Pieces that come back to a deleted location go here; 0 means nowhere. */
  @Column({ type: 'bigint', default: 0 }) default_location_id!: number;
  /** The sequence of the event that carried them. */
  @Column('bigint') version!: number;
}
