import { Refers } from '@stockbook/service';
import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { DocumentLists, DocumentRow, ItemLineRow } from '../document/document.entity.js';

@Entity('transfer')
@DocumentLists('transfer')
export class TransferRow extends DocumentRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) item_transfer_id!: number;
}

@Entity('transfer_line')
@Index('transfer_line_item', ['account_id', 'item_id', 'item_transfer_id'])
@Refers({
  item_id: { to: 'item', kept: 'the name is a copy' },
  from_location_id: { to: 'location', kept: 'its stock there is checked' },
  to_location_id: { to: 'location', kept: 'its stock there is checked' },
})
export class TransferLineRow extends ItemLineRow {
  @PrimaryColumn('bigint') item_transfer_id!: number;
  @Column('bigint') from_location_id!: number;
  @Column('bigint') to_location_id!: number;
}
