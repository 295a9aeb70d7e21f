import { ConfiguredRow, TextColumn } from '@stockbook/persistence';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('invoice_template')
export class InvoiceTemplateRow extends ConfiguredRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) invoice_template_id!: number;
  @Column('text') name!: string;
  @TextColumn() template!: string;
  @Column('boolean', { default: true }) status!: boolean;
}
