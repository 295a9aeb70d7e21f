import { OwnedRow } from '@stockbook/persistence';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('customer_group')
export class CustomerGroupRow extends OwnedRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) customer_group_id!: number;
  @Column('text') name!: string;
}
