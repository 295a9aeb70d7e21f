import type { Component } from '@stockbook/contracts';
import { IdColumn, MoneyColumn, OwnedRow, RateColumn, TextColumn } from '@stockbook/persistence';
import { Column, DeleteDateColumn, PrimaryColumn } from 'typeorm';

/** The references that orders and credit notes have alike. */
export const SALE_REFERENCES = {
  channel_id: { to: 'channel', kept: 'the name is a copy' },
  payment_method_id: { to: 'payment method', kept: 'the name is a copy', fields: ['payment_method'] },
  customer_id: { to: 'customer', kept: 'the contact is a copy' },
  currency: { to: 'currency', kept: 'the code and the rate are copies', by: 'code' },
} as const;

/** The reference of their lines. */
export const SOLD_ITEM = { to: 'item', kept: 'name, model, sku, weight and cost are copies' } as const;

/** The columns that orders and credit notes have alike. Names are those at their time. */
export abstract class SaleDocumentRow extends OwnedRow {
  @TextColumn() imported_order_id!: string;
  @IdColumn() location_id!: number;
  @IdColumn() channel_id!: number;
  @TextColumn() channel!: string;
  @IdColumn() payment_method_id!: number;
  @TextColumn() payment_method!: string;
  @IdColumn() customer_id!: number;
  @TextColumn() firstname!: string;
  @TextColumn() lastname!: string;
  @TextColumn() name!: string;
  @TextColumn() email!: string;
  @TextColumn() company!: string;
  @TextColumn() telephone!: string;
  @TextColumn() telephone_2!: string;
  @Column('boolean', { default: false }) user_locked!: boolean;
  @TextColumn() currency!: string;
  @RateColumn() currency_value!: number;
  @MoneyColumn() total!: number;
  /** The sum of quantity x unit cost over all lines, in the base currency. */
  @MoneyColumn({ precision: 30 }) cost!: number;
  @TextColumn() comment!: string;
}

/** The columns that their lines have alike. A line taken out of its document is kept as deleted. */
export abstract class SaleLineRow {
  @PrimaryColumn('int') account_id!: number;
  /** Positions begin at 0. */
  @Column('int') position!: number;
  @IdColumn() item_id!: number;
  /** The item was a bundle when the line was added, and the stock gives these components instead of it. */
  @Column('jsonb', { nullable: true, default: null }) components!: readonly Component[] | null;
  @TextColumn() thumb!: string;
  @TextColumn() name!: string;
  @TextColumn() model!: string;
  @TextColumn() sku!: string;
  @Column('int') quantity!: number;
  @MoneyColumn() price!: number;
  @MoneyColumn() total!: number;
  /** The cost of one unit, in the base currency, before stock moves. */
  @MoneyColumn({ precision: 20, scale: 8 }) cost!: number;
  /** The cost of one unit of the stock that has moved; null while none has. */
  @MoneyColumn({ precision: 20, scale: 8, nullable: true, default: null }) cost_taken!: number | null;
  /** Counts the pieces that the stock has given; below 0 those that it got back. */
  @Column('int', { default: 0 }) taken!: number;
  /** Counts the pieces that were missing by the last answer of the inventory. */
  @Column('int', { default: 0 }) short!: number;
  /** The sequence of the answer of the inventory that `taken` comes from. */
  @Column('bigint', { default: 0 }) stock_sequence!: number;
  @DeleteDateColumn({ type: 'timestamptz' }) date_deleted!: Date | null;
}
