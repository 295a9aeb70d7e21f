import { IdColumn, OwnedRow, TextColumn } from '@stockbook/persistence';
import { OF_CHANNEL_GROUP, Refers } from '@stockbook/service';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

@Entity('supplier')
@Index('supplier_name', { synchronize: false })
@Refers({
  channel_group_id: OF_CHANNEL_GROUP,
})
export class SupplierRow extends OwnedRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) supplier_id!: number;
  @IdColumn() channel_group_id!: number;
  @Column('text') name!: string;
  @TextColumn() firstname!: string;
  @TextColumn() lastname!: string;
  @TextColumn() email!: string;
  @TextColumn() telephone!: string;
  @TextColumn() address_1!: string;
  @TextColumn() address_2!: string;
  @TextColumn() city!: string;
  @TextColumn() postcode!: string;
  @TextColumn() zone!: string;
  @TextColumn() country!: string;
}
