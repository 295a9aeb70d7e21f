import { IdColumn, OwnedRow, TextColumn } from '@stockbook/persistence';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

@Entity('brand')
@Index('brand_name', { synchronize: false })
export class BrandRow extends OwnedRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) brand_id!: number;
  @IdColumn() channel_group_id!: number;
  @Column('text') name!: string;
  @TextColumn() image!: string;
}
