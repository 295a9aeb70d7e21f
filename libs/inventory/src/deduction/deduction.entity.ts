import type { Component } from '@stockbook/contracts';
import { Refers } from '@stockbook/service';
import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { CostedLineRow, DocumentLists, DocumentRow } from '../document/document.entity.js';

@Entity('deduction')
@DocumentLists('deduction')
export class DeductionRow extends DocumentRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) item_deduction_id!: number;
}

@Entity('deduction_line')
@Index('deduction_line_item', ['account_id', 'item_id', 'item_deduction_id'])
@Refers({
  item_id: { to: 'item', kept: 'the name is a copy' },
  location_id: { to: 'location', kept: 'its stock there is checked' },
})
export class DeductionLineRow extends CostedLineRow {
  @PrimaryColumn('bigint') item_deduction_id!: number;
  /** The item was a bundle when the line was added, and the line takes these components instead of it. */
  @Column('jsonb', { nullable: true, default: null }) components!: readonly Component[] | null;
}
