import { Done } from '../common.js';
import { internalResource, read, write } from '../contract.js';
import { Flag, Id, Int, ListOf, One, Text } from '../fields/fields.js';

class Referrer {
  @Id() id!: number;
  @Text() name!: string;
}
/** The first records of one kind that refer to another record, and their number. */
export class Referrers {
  @ListOf(() => Referrer) first!: Referrer[];
  @Int({ min: 0 }) total!: number;
}

class ChannelNamed {
  @Id() channel_id!: number;
}
class ChannelReferrers {
  @One(() => Referrers) channel_groups!: Referrers;
}
/** Integration looks this up before it deletes a channel. */
export const channelReferrers = internalResource('internal/channel_referrers', 'settings', ['integration'], {
  get: read(ChannelNamed, ChannelReferrers, 'Finds the channel groups that a channel is in.'),
});

class ChannelGroupNamed {
  @Id() channel_group_id!: number;
}
/** The referrers of one kind, named as in sentences: `purchase order`. */
export class ReferrersOfKind extends Referrers {
  @Text() kind!: string;
}
class ChannelGroupReferrers {
  @ListOf(() => ReferrersOfKind) kinds!: ReferrersOfKind[];
}
/** Settings looks this up before it deletes a channel group. */
export const channelGroupReferrers = internalResource('internal/channel_group_referrers', 'inventory', ['settings'], {
  get: read(ChannelGroupNamed, ChannelGroupReferrers, 'Finds the records of each kind that are in a channel group.'),
});

/** Settings also looks this up in integration before it deletes a channel group. */
export const channelGroupTaxes = internalResource('internal/channel_group_taxes', 'integration', ['settings'], {
  get: read(ChannelGroupNamed, ChannelGroupReferrers, 'Finds the taxes that are in a channel group.'),
});

class LanguageNamed {
  @Id() language_id!: number;
}
class LanguageReferrers {
  @One(() => Referrers) items!: Referrers;
}
/** Settings looks this up before it deletes a language. */
export const languageReferrers = internalResource('internal/language_referrers', 'inventory', ['settings'], {
  get: read(LanguageNamed, LanguageReferrers, 'Finds the living items that are translated into a language.'),
});

class ItemBecoming {
  @Id() item_id!: number;
  @Flag({ doc: 'Whether it becomes a bundle, or stops being one.' }) bundle!: boolean;
}
class ItemUses {
  @One(() => Referrers) orders!: Referrers;
  @One(() => Referrers) credit_notes!: Referrers;
}
/** Inventory looks this up before an item becomes a bundle, or stops being one. */
export const orderItem = internalResource('internal/order_item', 'sales', ['inventory'], {
  close: write(
    ItemBecoming,
    ItemUses,
    'Takes no more lines that show what the item was for 30 seconds, unless some are open: these are the answer.',
  ),
  open: write(ItemBecoming, Done, 'Takes them again: the item stays as it was.'),
});

class LocationNamed {
  @Id() location_id!: number;
}
class LocationClosed {
  @One(() => Referrers) orders!: Referrers;
  @One(() => Referrers) credit_notes!: Referrers;
}
/** Inventory looks this up before it deletes a location. */
export const orderLocation = internalResource('internal/order_location', 'sales', ['inventory'], {
  close: write(
    LocationNamed,
    LocationClosed,
    'Takes no more orders and credit notes at a location for 30 seconds, unless some have stock to move there: ' +
      'these are the answer.',
  ),
});
