import { statementTime } from '@stockbook/persistence';
import { Refers } from '@stockbook/service';
import { Column, CreateDateColumn, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { DocumentLists, DocumentRow, ItemLineRow } from '../document/document.entity.js';
import { hiddenDocument } from '../document/document-scope.js';
import { IS_OPEN_JOB } from '../document/job-status.js';

@Entity('stock_take_job')
@DocumentLists('stock_take_job', 'job_status_id')
@Refers({
  location_id: {
    to: 'location',
    refusal: 'is still the place of',
    counts: IS_OPEN_JOB,
    hidden: hiddenDocument,
    state: 'that is not over',
    note: 'its counts are to be booked there',
  },
})
export class StockTakeJobRow extends DocumentRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) item_stock_take_job_id!: number;
  @Column('bigint') location_id!: number;
  /** One of `JOB`. */
  @Column('int') job_status_id!: number;
  /** These count the lines, those that are counted, and those whose stock the completion has changed. */
  @Column('int') total!: number;
  @Column('int') counted!: number;
  @Column('int') changed!: number;
}

/** A line with its latest count; `quantity` is 0 before there is one. */
@Entity('stock_take_job_line')
@Index('stock_take_job_line_item', ['account_id', 'item_id', 'item_stock_take_job_id'])
@Index('stock_take_job_line_once', ['account_id', 'item_stock_take_job_id', 'item_id'], { unique: true })
@Refers({
  item_id: { to: 'item', kept: 'its counts are booked all the same' },
})
export class StockTakeJobLineRow extends ItemLineRow {
  @PrimaryColumn('bigint') item_stock_take_job_id!: number;
  /** The position in the flow at which it was counted; null while it is not counted. */
  @Column({ type: 'bigint', nullable: true }) seq!: number | null;
  /** The quantity on hand at this position. */
  @Column({ type: 'bigint', nullable: true }) quantity_expected!: number | null;
  /** The completion changed the stock by this much; null before it. */
  @Column({ type: 'bigint', nullable: true }) quantity_booked!: number | null;
  /** The completion left the stock as it was, since a newer count was booked before. */
  @Column({ type: 'boolean', default: false }) superseded!: boolean;
}

/** A count of a line. Rows are never changed nor removed. */
@Entity('stock_take_count')
export class StockTakeCountRow {
  @PrimaryColumn('int') account_id!: number;
  @PrimaryColumn('bigint') item_stock_take_job_id!: number;
  @PrimaryColumn('bigint') item_id!: number;
  @PrimaryColumn({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' }) stock_take_count_id!: number;
  @Column('int') quantity!: number;
  @Column('bigint') seq!: number;
  @Column('bigint') quantity_expected!: number;
  @Column('bigint') user_id!: number;
  @Column('text') username!: string;
  @CreateDateColumn({ type: 'timestamptz', default: statementTime }) date_added!: Date;
}
