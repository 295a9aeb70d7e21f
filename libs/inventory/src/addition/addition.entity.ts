import { IdColumn } from '@stockbook/persistence';
import { Refers } from '@stockbook/service';
import { Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { CostedLineRow, DocumentLists, PricedDocumentRow } from '../document/document.entity.js';
import { hiddenDocument } from '../document/document-scope.js';

@Entity('addition')
@DocumentLists('addition')
@Index('addition_receipts', ['account_id', 'purchase_order_id', 'item_addition_id'], {
  where: 'purchase_order_id <> 0',
})
@Refers({
  purchase_order_id: {
    to: 'purchase order',
    refusal: 'still has a receipt in',
    hidden: hiddenDocument,
    note: 'delete the receipts first',
  },
})
export class AdditionRow extends PricedDocumentRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) item_addition_id!: number;
  /** 0 means that the addition is no receipt. */
  @IdColumn() purchase_order_id!: number;
}

@Entity('addition_line')
@Index('addition_line_item', ['account_id', 'item_id', 'item_addition_id'])
@Refers({
  item_id: { to: 'item', kept: 'the name is a copy' },
  location_id: { to: 'location', kept: 'its stock there is checked' },
})
export class AdditionLineRow extends CostedLineRow {
  @PrimaryColumn('bigint') item_addition_id!: number;
}
