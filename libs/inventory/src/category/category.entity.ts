import { IdColumn, OwnedRow, TextColumn } from '@stockbook/persistence';
import { OF_CHANNEL_GROUP, Refers } from '@stockbook/service';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

@Entity('category')
@Index('category_name', { synchronize: false })
@Index('category_by_parent_id', ['account_id', 'parent_id', 'category_id'])
@Refers({
  parent_id: { to: 'category', refusal: 'is still the parent of', note: '`take_out` ends them in the same request' },
  channel_group_id: OF_CHANNEL_GROUP,
})
export class CategoryRow extends OwnedRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) category_id!: number;
  /** The category above; 0 means none. */
  @IdColumn() parent_id!: number;
  @IdColumn() channel_group_id!: number;
  @Column('text') name!: string;
  @TextColumn() image!: string;
}
