import type { ItemImage, ItemTranslation } from '@stockbook/contracts';
import { IdColumn, MoneyColumn, OwnedRow, TextColumn } from '@stockbook/persistence';
import { OF_CHANNEL_GROUP, Refers } from '@stockbook/service';
import { Column, type ColumnOptions, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

export interface LocationSettings {
  readonly location_id: number;
  readonly price: number;
  /** Names the bin or the shelf. */
  readonly location: string;
}
export type StoredImage = Omit<ItemImage, 'thumb'>;
export interface GroupPrice {
  readonly customer_group_id: number;
  readonly price: number;
}

/** Declares a list that is only ever read and written with its item. */
const ListColumn = (options?: ColumnOptions): PropertyDecorator => Column('jsonb', { default: [], ...options });

@Entity('item')
@Index('item_translations', { synchronize: false })
@Index('item_by_name', { synchronize: false })
@Index('item_by_model', { synchronize: false })
@Index('item_by_sku', { synchronize: false })
@Index('item_by_barcode', { synchronize: false })
@Index('item_by_gtin', { synchronize: false })
@Index('item_by_price', ['account_id', 'price', 'item_id'])
@Index('item_by_cost', ['account_id', 'cost', 'item_id'])
@Index('item_by_date_added', ['account_id', 'date_added', 'item_id'])
@Index('item_by_date_modified', ['account_id', 'date_modified', 'item_id'])
@Index('item_by_brand_id', ['account_id', 'brand_id', 'item_id'])
@Index('item_by_channel_group_id', ['account_id', 'channel_group_id', 'item_id'])
@Index('item_by_parent_id', ['account_id', 'parent_id', 'item_id'], { where: 'parent_id <> 0' })
@Index('item_bundles', ['account_id', 'item_id'], { where: 'bundle' })
@Index('item_model_unique', { synchronize: false })
@Index('item_living', { synchronize: false })
@Index('item_search', { synchronize: false })
@Refers({
  parent_id: { to: 'item', apart: 'ItemUses looks for many items at once.' },
  channel_group_id: OF_CHANNEL_GROUP,
  brand_id: { to: 'brand', refusal: 'is still the brand of' },
  categories: {
    to: 'category',
    apart: 'The items of a category are counted in a table of their own, which has an index.',
    note: '`take_out` ends them in the same request',
  },
  translations: {
    to: 'language',
    refusal: 'is still the language of translations of',
    holds: `translations @> jsonb_build_array(jsonb_build_object('language_id', $2::bigint)) AND translations <> '[]'`,
    fields: ['translations.language_id'],
  },
  locations: {
    to: 'location',
    kept: 'not shown; its stock there is, while there is some',
    fields: ['locations.location_id'],
  },
  customer_groups: { to: 'customer group', kept: 'not shown', fields: ['customer_groups.customer_group_id'] },
})
export class ItemRow extends OwnedRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) item_id!: number;
  @IdColumn() parent_id!: number;
  @IdColumn() channel_group_id!: number;
  @IdColumn() brand_id!: number;
  @Column('text') name!: string;
  @TextColumn() description!: string;
  @TextColumn() plain_description!: string;
  /** True if a client gave the plain description, which then no longer follows the description. */
  @Column('boolean', { default: false }) plain_given!: boolean;
  @TextColumn() image!: string;
  @TextColumn() model!: string;
  @TextColumn() sku!: string;
  @TextColumn() gtin!: string;
  @TextColumn() barcode!: string;
  @MoneyColumn() price!: number;
  /** The cost given on the item's record; the ledger keeps the average cost. */
  @MoneyColumn() cost!: number;
  @MoneyColumn() weight!: number;
  @MoneyColumn() length!: number;
  @MoneyColumn() width!: number;
  @MoneyColumn() height!: number;
  @Column('boolean', { default: false }) bundle!: boolean;
  @Column('bigint', { array: true, default: [] }) categories!: number[];
  @ListColumn() images!: StoredImage[];
  @ListColumn() locations!: LocationSettings[];
  @ListColumn() customer_groups!: GroupPrice[];
  @ListColumn() translations!: ItemTranslation[];
}
