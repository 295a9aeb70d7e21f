import type { OrderTotal } from '@stockbook/contracts';
import { MoneyColumn, TextColumn } from '@stockbook/persistence';
import { Refers } from '@stockbook/service';
import { Check, Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { SaleLineRow, SOLD_ITEM } from '../../document/sale-document.entity.js';

/** A line of an order, with what the stock has given for it. */
@Entity('sale_order_product')
@Check('sale_order_product_quantity', 'quantity > 0')
@Index('sale_order_product_by_item', { synchronize: false })
@Refers({
  item_id: SOLD_ITEM,
})
export class OrderProductRow extends SaleLineRow {
  @PrimaryColumn('bigint') order_id!: number;
  @PrimaryGeneratedColumn({ type: 'bigint' }) order_product_id!: number;
  @TextColumn() imported_order_product_id!: string;
  @MoneyColumn() discount!: number;
  @MoneyColumn() discount_total!: number;
  @MoneyColumn() discount_platform!: number;
  @Column('jsonb', { default: [] }) totals!: OrderTotal[];
  @MoneyColumn() weight!: number;
}
