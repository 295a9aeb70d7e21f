import type { PromotionCategoryItem } from '@stockbook/contracts';
import { OwnedRow } from '@stockbook/persistence';
import { Refers } from '@stockbook/service';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('promotion_category')
@Refers({
  items: { to: 'item', kept: 'matches no line any more' },
})
export class PromotionCategoryRow extends OwnedRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) promotion_category_id!: number;
  @Column('text') name!: string;
  @Column('jsonb', { default: [] }) items!: PromotionCategoryItem[];
}
