import type { PromotionType } from '@stockbook/promotions';
import { MoneyColumn, OwnedRow, TextColumn } from '@stockbook/persistence';
import { Refers } from '@stockbook/service';
import { Check, Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

@Entity('promotion')
@Check('promotion_counters', 'total_used >= 0 AND total_held >= 0')
@Refers({
  categories: {
    to: 'promotion category',
    refusal: 'is still a category of',
    holds: "($2 = ANY (categories) OR configuration -> 'get_categories' @> to_jsonb($2::bigint))",
  },
  configuration: [
    { to: 'channel', kept: 'applies in its other channels, never in all', fields: ['configuration.channel_ids'] },
    {
      to: 'customer group',
      kept: 'applies to its other groups, never to all',
      fields: ['configuration.customer_group_ids'],
    },
  ],
})
export class PromotionRow extends OwnedRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) promotion_id!: number;
  @Column('text') name!: string;
  @TextColumn() title!: string;
  @Column('boolean', { default: false }) total_promotion!: boolean;
  @Column('text') type!: PromotionType;
  @Column('boolean', { default: true }) status!: boolean;
  @Column('int', { default: 0 }) sort_order!: number;
  @Column('jsonb', { default: {} }) configuration!: Record<string, unknown>;
  /** The eligible goods must be worth at least this, in the base currency. */
  @MoneyColumn() total!: number;
  /** 0 means no limit. */
  @Column('bigint', { default: 0 }) total_limit!: number;
  /** Counts the living rows of `promotion_history` that limits include. */
  @Column('bigint', { default: 0 }) total_used!: number;
  /** Counts the rows of `promotion_hold` whose order has not come. */
  @Column('bigint', { default: 0 }) total_held!: number;
  @Column('date', { nullable: true }) date_start!: string | null;
  @Column('date', { nullable: true }) date_end!: string | null;
  @Column('bigint', { array: true, default: [] }) categories!: number[];
}

/** A trigger counts the changes, so that no write can leave it out. */
@Entity('promotion_revision')
export class PromotionRevisionRow {
  @PrimaryColumn('int') account_id!: number;
  @Column('bigint', { default: 1 }) revision!: number;
}
