import { IdColumn, OwnedRow, TextColumn } from '@stockbook/persistence';
import { Refers } from '@stockbook/service';
import { Column, Entity } from 'typeorm';

@Entity('company')
@Refers({
  currency: { to: 'currency', refusal: 'is still the base currency of', by: 'code' },
  language: { to: 'language', refusal: 'is still the language of', by: 'code' },
  default_order_status_id: { to: 'order status', refusal: 'is still the default of' },
  default_location_id: { to: 'location', apart: 'Inventory reads it from the reference data of settings.' },
})
export class CompanyRow extends OwnedRow {
  @Column('text') name!: string;
  @TextColumn() address!: string;
  @TextColumn() telephone!: string;
  @TextColumn() email!: string;
  @TextColumn() registration_no!: string;
  @TextColumn() tax_no!: string;
  @Column('text') currency!: string;
  @TextColumn({ default: 'UTC' }) timezone!: string;
  @TextColumn({ default: 'en' }) language!: string;
  @TextColumn() logo!: string;
  @Column('boolean', { default: false }) inventory_integrity!: boolean;
  @Column('boolean', { default: false }) allow_negative_stock!: boolean;
  @IdColumn() default_order_status_id!: number;
  @IdColumn() default_location_id!: number;
  @Column('int', { default: 180 }) audit_days!: number;
}
