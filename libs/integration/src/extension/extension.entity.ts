import { ConfiguredRow, TextColumn } from '@stockbook/persistence';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('extension')
export class ExtensionRow extends ConfiguredRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) extension_id!: number;
  @Column('text') type!: string;
  @TextColumn() code!: string;
  @Column('text') name!: string;
  @TextColumn() version_text!: string;
  @Column('boolean', { default: true }) status!: boolean;
}
