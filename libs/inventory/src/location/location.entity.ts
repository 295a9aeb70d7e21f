import { OwnedRow } from '@stockbook/persistence';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

@Entity('location')
@Index('location_name', { synchronize: false })
export class LocationRow extends OwnedRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) location_id!: number;
  @Column('text') name!: string;
  @Column('int', { default: 0 }) stock_warning!: number;
  @Column('int', { default: 0 }) stock_danger!: number;
}
