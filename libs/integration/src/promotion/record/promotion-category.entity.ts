import type { PromotionCategoryItem } from '@stockbook/contracts';
import { OwnedRow } from '@stockbook/persistence';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('promotion_category')
export class PromotionCategoryRow extends OwnedRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) promotion_category_id!: number;
  @Column('text') name!: string;
  @Column('jsonb', { default: [] }) items!: PromotionCategoryItem[];
}
