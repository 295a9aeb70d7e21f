import { Refers } from '@stockbook/service';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('item_bundle')
@Check('item_bundle_quantity', 'quantity > 0')
@Index('item_bundle_component', ['account_id', 'bundle_item_id', 'item_id'])
@Refers({
  bundle_item_id: {
    to: 'item',
    apart: 'ItemUses looks for many items at once.',
    note: 'delete the bundle first, or in the same batch',
    fields: ['item_bundles.bundle_item_id'],
  },
})
export class ItemBundleRow {
  @PrimaryColumn('int') account_id!: number;
  @PrimaryColumn('bigint') item_id!: number;
  @PrimaryColumn('bigint') bundle_item_id!: number;
  @Column('int') position!: number;
  /** One bundle contains this many pieces of the component. */
  @Column('int') quantity!: number;
}
