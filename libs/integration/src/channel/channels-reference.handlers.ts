import {
  type CallOf,
  channelActivity,
  type ChannelReference,
  channelsReference,
  type PromotionCategoryReference,
  type PromotionScope,
} from '@stockbook/contracts';
import { Db, statement } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';

const references = statement(
  'channels_reference',
  `SELECT channel_id, type, name, status,
     coalesce((configuration ->> 'location_id')::bigint, 0) AS location_id
   FROM integration.channel WHERE account_id = $1 AND date_deleted IS NULL ORDER BY channel_id`,
);

const strictPromotions = statement(
  'strict_promotions',
  `SELECT ARRAY (SELECT promotion_id FROM integration.promotion WHERE account_id = $1 AND date_deleted IS NULL
     AND configuration ->> 'limit_policy' = 'strict' ORDER BY promotion_id) AS ids`,
);

const promotionScopes = statement(
  'promotion_scopes',
  `SELECT promotion_id, type = 'shipping' AS is_shipping, categories AS category_ids
   FROM integration.promotion WHERE account_id = $1 AND date_deleted IS NULL AND total_promotion
     AND (type = 'shipping' OR categories <> '{}') ORDER BY promotion_id`,
);

const promotionCategories = statement(
  'promotion_categories',
  `SELECT promotion_category_id, ARRAY (
     SELECT DISTINCT item.item_id FROM jsonb_to_recordset(items) AS item (item_id bigint)
     ORDER BY item.item_id) AS item_ids
   FROM integration.promotion_category WHERE account_id = $1 AND promotion_category_id = ANY ($2)
   ORDER BY promotion_category_id`,
);

const activate = statement(
  'activate_channel',
  `UPDATE integration.channel SET date_active = greatest(date_active, $3) WHERE account_id = $1 AND channel_id = $2`,
);

@Controller()
export class ChannelsReferenceHandlers {
  constructor(private readonly db: Db) {}

  @Handles(channelsReference.get)
  async get({ caller }: CallOf<typeof channelsReference.get>) {
    const values = [caller.account_id];
    const [channels, [promotions], promotion_scopes] = await Promise.all([
      this.db.query<ChannelReference>(references, values),
      this.db.query<{ ids: number[] }>(strictPromotions, values),
      this.db.query<PromotionScope>(promotionScopes, values),
    ]);
    const strict_promotion_ids = promotions?.ids ?? [];
    if (!promotion_scopes.length) return { channels, strict_promotion_ids };
    const category_ids = [...new Set(promotion_scopes.flatMap((scope) => scope.category_ids))];
    const promotion_categories = category_ids.length
      ? await this.db.query<PromotionCategoryReference>(promotionCategories, [caller.account_id, category_ids])
      : [];
    return { channels, strict_promotion_ids, promotion_scopes, promotion_categories };
  }

  @Handles(channelActivity.note)
  note(call: CallOf<typeof channelActivity.note>) {
    const { channel_id, date_active } = call.input;
    return this.db.transact(call, async (tx) => {
      await tx.query(activate, [tx.account_id, channel_id, date_active]);
      return {};
    });
  }
}
