import { internalResource, read } from '../contract.js';
import { Flag, Id, Ids, Int, ListOf, Rate, Text, Texts } from '../fields/fields.js';

const ALL = { max: 100_000 };

class ReferenceGet {}

export class OrderStatusReference {
  @Id() order_status_id!: number;
  @Text() name!: string;
  @Flag() deduct!: boolean;
  @Flag() lock!: boolean;
  @Flag() void!: boolean;
  @Id({ doc: '0: of all groups.' }) channel_group_id!: number;
}
export class CreditNoteStatusReference {
  @Id() credit_note_status_id!: number;
  @Text() name!: string;
  @Flag() restock!: boolean;
  @Id({ doc: '0: of all groups.' }) channel_group_id!: number;
}
export class PaymentMethodReference {
  @Id() payment_method_id!: number;
  @Text() name!: string;
  @Id() order_status_id!: number;
  @Id() credit_note_status_id!: number;
  @Id({ doc: '0: of all groups.' }) channel_group_id!: number;
}
export class CurrencyReference {
  @Text() code!: string;
  /** Units of this currency for one of the base currency. */
  @Rate() value!: number;
  @Int() decimal_place!: number;
}
/** The account's living records of settings that other services refer to. */
export class SettingsReference {
  @ListOf(() => OrderStatusReference, ALL) order_statuses!: OrderStatusReference[];
  @ListOf(() => CreditNoteStatusReference, ALL) credit_note_statuses!: CreditNoteStatusReference[];
  @ListOf(() => PaymentMethodReference, ALL) payment_methods!: PaymentMethodReference[];
  @ListOf(() => CurrencyReference, ALL) currencies!: CurrencyReference[];
  @Ids(ALL) channel_group_ids!: number[];
  @Ids(ALL) language_ids!: number[];
  /** Code of the base currency. */
  @Text() currency!: string;
  @Text() domain!: string;
  @Id() default_order_status_id!: number;
  @Id() default_location_id!: number;
}

export class ChannelReference {
  @Id() channel_id!: number;
  @Text() type!: string;
  @Text() name!: string;
  /** 1 means enabled, 0 disabled. */
  @Int() status!: number;
  /** The location in the channel's configuration; 0 means the account's default. */
  @Id() location_id!: number;
}
/** A promotion of an order's total that does not reduce all goods. */
export class PromotionScope {
  @Id() promotion_id!: number;
  @Flag() is_shipping!: boolean;
  @Ids(ALL) category_ids!: number[];
}
export class PromotionCategoryReference {
  @Id() promotion_category_id!: number;
  @Ids(ALL) item_ids!: number[];
}
/** Records of integration that other services refer to. */
export class ChannelsReference {
  @ListOf(() => ChannelReference, ALL) channels!: ChannelReference[];
  /** Promotions whose uses are claimed before an order is written. */
  @Ids(ALL) strict_promotion_ids!: number[];
  /** Absent if there is none. */
  @ListOf(() => PromotionScope, { ...ALL, optional: true }) promotion_scopes?: PromotionScope[];
  /** The categories of these scopes, each once: several promotions may have one of thousands of items. */
  @ListOf(() => PromotionCategoryReference, { ...ALL, optional: true })
  promotion_categories?: PromotionCategoryReference[];
}
/** The scopes of promotions by which an order's totals are allocated to its lines. */
export type ScopedPromotions = Pick<ChannelsReference, 'promotion_scopes' | 'promotion_categories'>;

/** Records of settings that other services load and cache. */
export const settingsReference = internalResource(
  'internal/settings_reference',
  'settings',
  ['sales', 'inventory', 'integration'],
  {
    get: read(ReferenceGet, SettingsReference, 'The records that other services refer to.'),
  },
);

/** Records of integration that other services load and cache. */
export const channelsReference = internalResource(
  'internal/channels_reference',
  'integration',
  ['sales', 'inventory', 'settings'],
  {
    get: read(ReferenceGet, ChannelsReference, 'The channels of an account.'),
  },
);

/** Records of inventory that other services refer to. */
export class LocationsReference {
  @Ids(ALL) location_ids!: number[];
}

/** Records of inventory that other services load. */
export const locationsReference = internalResource(
  'internal/locations_reference',
  'inventory',
  ['sales', 'settings', 'integration'],
  {
    get: read(ReferenceGet, LocationsReference, 'The living locations of an account.'),
  },
);

export class CustomerGroupReference {
  @Id() customer_group_id!: number;
  @Text() name!: string;
}
/** Records of sales that other services refer to. */
export class CustomerGroupsReference {
  @ListOf(() => CustomerGroupReference, ALL) customer_groups!: CustomerGroupReference[];
}

/** Records of sales that other services load and cache. */
export const customerGroupsReference = internalResource(
  'internal/customer_groups_reference',
  'sales',
  ['inventory', 'integration'],
  {
    get: read(ReferenceGet, CustomerGroupsReference, 'The customer groups of an account.'),
  },
);

class CustomerNamed {
  @Id() customer_id!: number;
}
export class CustomerGroupOf {
  @Id({ doc: 'The living customer that the id stands for; 0: none.' }) customer_id!: number;
  @Id({ doc: '0: none.' }) customer_group_id!: number;
  @Texts({ optional: true, doc: 'E-mails and telephones by which the customer is found.' }) contacts?: string[];
}
/** Integration looks this up where a promotion depends on the customer. */
export const customerGroupOf = internalResource('internal/customer_group_of', 'sales', ['integration'], {
  get: read(CustomerNamed, CustomerGroupOf, 'The living customer that an id stands for, and its group.'),
});
