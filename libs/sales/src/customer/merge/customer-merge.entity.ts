import type { Actor } from '@stockbook/contracts';
import { statementTime } from '@stockbook/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A merged customer whose orders and credit notes are still to be moved. */
@Entity('customer_merge')
export class CustomerMergeRow {
  @PrimaryColumn('int') account_id!: number;
  @PrimaryColumn('bigint') customer_id!: number;
  @Column('bigint') merged_into!: number;
  /** The author of the facts of the moved records. */
  @Column('jsonb') actor!: Actor;
  @Column('timestamptz', { default: statementTime }) date_added!: Date;
}
