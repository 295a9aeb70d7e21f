import type { PurchaseOrderStatus } from '@stockbook/contracts';
import { IdColumn, MoneyColumn } from '@stockbook/persistence';
import { Refers } from '@stockbook/service';
import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { DocumentLists, ItemLineRow, PricedDocumentRow } from '../document/document.entity.js';
import { AWAITED_REFERENCE } from './awaited-orders.js';

@Entity('purchase_order')
@DocumentLists(
  'purchase_order',
  'supplier_id',
  'location_id',
  'status',
  'total',
  'date_estimated_arrival',
  'date_received',
  'latest_date_estimated_arrival',
  'latest_date_received',
  'username',
)
@Refers({
  location_id: {
    to: 'location',
    refusal: 'is still to receive',
    ...AWAITED_REFERENCE,
    note: 'the goods are still to arrive there',
  },
  supplier_id: {
    to: 'supplier',
    refusal: 'still has to deliver',
    ...AWAITED_REFERENCE,
    note: 'nobody else would deliver the goods',
  },
})
export class PurchaseOrderRow extends PricedDocumentRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) purchase_order_id!: number;
  @Column('bigint') location_id!: number;
  /** 0 means that the order has no supplier. */
  @IdColumn() supplier_id!: number;
  /** The total of all lines, in the currency of the order. */
  @MoneyColumn() total!: number;
  @Column('date', { nullable: true }) date_estimated_arrival!: string | null;
  @Column('date', { nullable: true }) date_received!: string | null;
  /** Follows from the lines, unless the order is closed. */
  @Column('text') status!: PurchaseOrderStatus;
}

@Entity('purchase_order_line')
@Index('purchase_order_line_item', ['account_id', 'item_id', 'purchase_order_id'])
@Refers({
  item_id: {
    to: 'item',
    apart: 'ItemUses looks for many items at once.',
    state: 'with pieces still to arrive',
    note: 'nobody could receive them',
  },
})
export class PurchaseOrderLineRow extends ItemLineRow {
  @PrimaryColumn('bigint') purchase_order_id!: number;
  /** The cost of one piece, in the currency of the order. */
  @MoneyColumn() cost!: number;
  /** Counts the pieces that receipts have brought, as far as they belong to this line. */
  @Column('bigint') quantity_received!: number;
}
