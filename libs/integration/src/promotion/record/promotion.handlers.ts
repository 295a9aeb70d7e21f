import {
  type CallOf,
  customerGroupsReference,
  ownCall,
  type Promotion,
  promotion,
  promotionChanged,
} from '@stockbook/contracts';
import { claim, Db } from '@stockbook/persistence';
import { Services } from '@stockbook/rpc';
import { Handles, PlainRecords } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { text } from '../../text.js';
import { PromotionHistoryList } from '../use/promotion-history-list.js';
import { checkedPromotion, toPromotion } from './promotion-records.js';
import { PromotionRow } from './promotion.entity.js';

@Controller()
export class PromotionHandlers {
  private readonly promotions: PlainRecords<PromotionRow, 'promotion_id', Promotion>;

  constructor(
    private readonly db: Db,
    private readonly services: Services,
    private readonly histories: PromotionHistoryList,
  ) {
    this.promotions = new PlainRecords(db, PromotionRow, 'promotion_id', promotionChanged, toPromotion);
  }

  @Handles(promotion.add)
  async add(call: CallOf<typeof promotion.add>) {
    const { caller, input } = call;
    const isGroup = await this.customerGroups(call);
    return this.db.transact(call, async (tx) => {
      const checked = await checkedPromotion(tx, caller, input, isGroup);
      return this.promotions.insert(tx, { ...call, input: { ...input, ...checked } });
    });
  }

  @Handles(promotion.edit)
  async edit(call: CallOf<typeof promotion.edit>) {
    const { caller, input } = call;
    const isGroup = await this.customerGroups(call);
    return this.db.transact(call, async (tx) => {
      const stored = await claim(tx, caller, PromotionRow, { promotion_id: input.promotion_id });
      const { date_start: _start, date_end: _end, ...others } = input;
      const checked = await checkedPromotion(tx, caller, input, isGroup, stored);
      return this.promotions.update(tx, call, { ...others, ...checked });
    });
  }

  @Handles(promotion.delete)
  delete(call: CallOf<typeof promotion.delete>) {
    return this.promotions.delete(call);
  }

  @Handles(promotion.get)
  async get(call: CallOf<typeof promotion.get>) {
    const { filter_title: title, filter_type: type, filter_status: status } = call.input;
    const query = this.promotions.query(call);
    if (title) query.andWhere(text.contains('promotion.title', ':title'), { title });
    if (type) query.andWhere('promotion.type = :type', { type });
    if (status !== undefined) query.andWhere('promotion.status = :status', { status });
    const sorts = {
      name: text.sortedName('promotion.name'),
      type: 'promotion.type',
      status: 'promotion.status',
      total_used: 'promotion.total_used',
      date_start: 'promotion.date_start',
      date_end: 'promotion.date_end',
      date_added: 'promotion.date_added',
      date_modified: 'promotion.date_modified',
      sort_order: 'promotion.sort_order',
    };
    const { records, ...page } = await this.promotions.list(call, sorts, query);
    return { ...page, promotions: records };
  }

  @Handles(promotion.getHistory)
  getHistory(call: CallOf<typeof promotion.getHistory>) {
    return this.histories.page(call);
  }

  /** Returns the customer groups of the account if the request names some. Sales is not asked otherwise. */
  private async customerGroups(
    call: CallOf<typeof promotion.add | typeof promotion.edit>,
  ): Promise<ReadonlySet<number>> {
    if (!call.input.configuration?.['customer_group_ids']) return new Set();
    const { output } = await this.services.ask(customerGroupsReference.get, ownCall(call, {}));
    return new Set(output.customer_groups.map(({ customer_group_id }) => customer_group_id));
  }
}
