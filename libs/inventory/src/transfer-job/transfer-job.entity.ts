import { Refers } from '@stockbook/service';
import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { DocumentLists, DocumentRow, ItemLineRow } from '../document/document.entity.js';
import { hiddenDocument } from '../document/document-scope.js';
import { IS_OPEN_JOB } from '../document/job-status.js';

const IN_USE = {
  state: 'that is a draft or in transit',
  note: 'its pieces come from there, or are to arrive',
};

@Entity('transfer_job')
@DocumentLists('transfer_job', 'job_status_id')
@Refers({
  from_location_id: {
    to: 'location',
    refusal: 'is still the source or destination of',
    holds: '$2 IN (from_location_id, to_location_id)',
    counts: IS_OPEN_JOB,
    hidden: hiddenDocument,
    ...IN_USE,
  },
  to_location_id: { to: 'location', apart: 'The lookup of from_location_id finds it too.', ...IN_USE },
})
export class TransferJobRow extends DocumentRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) item_transfer_job_id!: number;
  @Column('bigint') from_location_id!: number;
  @Column('bigint') to_location_id!: number;
  /** One of `JOB`. */
  @Column('int') job_status_id!: number;
}

/** Shipped pieces that are neither in transit nor received nor lost have returned to the source. */
@Entity('transfer_job_line')
@Index('transfer_job_line_item', ['account_id', 'item_id', 'item_transfer_job_id'])
@Index('transfer_job_line_in_transit', ['account_id', 'item_id'], { where: 'quantity_in_transit > 0' })
@Refers({
  item_id: { to: 'item', kept: 'a draft is not shipped; what is in transit arrives' },
})
export class TransferJobLineRow extends ItemLineRow {
  @PrimaryColumn('bigint') item_transfer_job_id!: number;
  @Column('int') quantity_in_transit!: number;
  @Column('int') quantity_received!: number;
  @Column('int') quantity_lost!: number;
}
