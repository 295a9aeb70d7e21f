import { IdColumn, OwnedRow, TextColumn } from '@stockbook/persistence';
import { OF_CHANNEL_GROUP, Refers } from '@stockbook/service';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

@Entity('brand')
@Index('brand_name', { synchronize: false })
@Refers({
  channel_group_id: OF_CHANNEL_GROUP,
})
export class BrandRow extends OwnedRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) brand_id!: number;
  @IdColumn() channel_group_id!: number;
  @Column('text') name!: string;
  @TextColumn() image!: string;
}
