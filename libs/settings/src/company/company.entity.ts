import { IdColumn, OwnedRow, TextColumn } from '@stockbook/persistence';
import { Column, Entity } from 'typeorm';

@Entity('company')
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
