import { type Caller, type Fault, noReference, Promotion, Refused } from '@stockbook/contracts';
import type { PromotionConfiguration, PromotionType } from '@stockbook/promotions';
import type { Tx } from '@stockbook/persistence';
import { missingFaults, showAs } from '@stockbook/service';
import { actsOnTotal, levelFaults, promotionConfiguration } from './promotion-configuration.js';
import type { PromotionRow } from './promotion.entity.js';

type Stored = Pick<
  PromotionRow,
  'type' | 'total_promotion' | 'configuration' | 'date_start' | 'date_end' | 'total_limit' | 'total_used' | 'total_held'
>;
interface Given {
  readonly type?: PromotionType;
  readonly total_promotion?: boolean;
  readonly configuration?: Record<string, unknown>;
  readonly categories?: number[];
  readonly date_start?: string;
  readonly date_end?: string;
  readonly total_limit?: number;
}
type Checked = Pick<PromotionRow, 'type' | 'total_promotion' | 'configuration'> &
  Partial<Pick<PromotionRow, 'date_start' | 'date_end'>>;

export async function checkedPromotion(
  tx: Tx,
  caller: Caller,
  input: Given & { readonly promotion_id?: number },
  customerGroups: ReadonlySet<number>,
  stored?: Stored,
): Promise<Checked> {
  const type = input.type ?? stored?.type ?? 'percent';
  const configuration = promotionConfiguration(type, input.configuration ?? stored?.configuration ?? {}, caller);
  const total_promotion = input.total_promotion ?? levelOf(type, configuration, stored);
  const dates = datesOf(input);
  Refused.ifAny([
    ...levelFaults(type, configuration, total_promotion),
    ...dateFaults({ ...stored, ...dates }),
    ...limitFaults(input, stored),
    ...(await targetFaults(tx, caller, input, configuration, stored?.configuration)),
    ...customerGroupFaults(configuration, customerGroups, stored?.configuration),
  ]);
  return { type, total_promotion, configuration: { ...configuration }, ...dates };
}

/** A promotion keeps its level as long as its type and configuration allow it. */
const levelOf = (type: PromotionType, configuration: PromotionConfiguration, stored?: Stored): boolean =>
  stored?.type === type && !levelFaults(type, configuration, stored.total_promotion).length
    ? stored.total_promotion
    : actsOnTotal(type, configuration);

const datesOf = ({ date_start, date_end }: Given): Partial<Pick<PromotionRow, 'date_start' | 'date_end'>> => ({
  ...(date_start !== undefined && { date_start: date_start || null }),
  ...(date_end !== undefined && { date_end: date_end || null }),
});

function dateFaults({ date_start, date_end }: Partial<Pick<PromotionRow, 'date_start' | 'date_end'>>): Fault[] {
  if (!date_start || !date_end || date_start <= date_end) return [];
  const message = `date_end ${date_end} is before date_start ${date_start}.`;
  return [{ code: 'invalid', field: 'date_end', message }];
}

function limitFaults({ promotion_id, total_limit = 0 }: Given & { promotion_id?: number }, stored?: Stored): Fault[] {
  const granted = (stored?.total_used ?? 0) + (stored?.total_held ?? 0);
  // Uses may pass the limit that stands: a client that repeats it does not lower it.
  if (!total_limit || total_limit >= granted || total_limit === stored?.total_limit) return [];
  const message = `total_limit ${total_limit} is below the ${granted} uses that promotion ${promotion_id} has granted.`;
  return [{ code: 'limit_reached', field: 'total_limit', message }];
}

/** Customer groups that the promotion names already stay good when they are deleted. */
const customerGroupFaults = (
  { customer_group_ids = [] }: PromotionConfiguration,
  customerGroups: ReadonlySet<number>,
  stored: PromotionConfiguration = {},
): Fault[] =>
  customer_group_ids.flatMap((id, i) =>
    customerGroups.has(id) || stored.customer_group_ids?.includes(id)
      ? []
      : [noReference(`configuration.customer_group_ids[${i}]`, 'customer group', id)],
  );

/** Channels that the promotion names already stay good when they are deleted. */
async function targetFaults(
  tx: Tx,
  caller: Caller,
  { categories = [] }: Given,
  configuration: PromotionConfiguration,
  stored: PromotionConfiguration = {},
) {
  const { channel_ids = [], get_categories = [] } = configuration;
  const targets = (field: string, ids: readonly number[]) =>
    ids.map((value, i) => ({ field: `${field}[${i}]`, value }));
  const named = [...targets('categories', categories), ...targets('configuration.get_categories', get_categories)];
  const channels = targets('configuration.channel_ids', channel_ids);
  const added = channels.filter(({ value }) => !stored.channel_ids?.includes(value));
  return [
    ...(await missingFaults(tx, caller, 'promotion category', named)),
    ...(await missingFaults(tx, caller, 'channel', added)),
  ];
}

export const toPromotion = showAs(Promotion);
