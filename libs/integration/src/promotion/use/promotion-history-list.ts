import type { CallOf, promotion } from '@stockbook/contracts';
import { Conditions, Db, LongList } from '@stockbook/persistence';
import { Injectable } from '@nestjs/common';
import { HISTORY, type ListedUse, toHistory } from './promotion-history.js';

@Injectable()
export class PromotionHistoryList {
  private readonly histories: LongList<ListedUse, 'date_added'>;

  constructor(db: Db) {
    this.histories = new LongList(db, {
      table: 'integration.promotion_history',
      key: 'promotion_history_id',
      columns: HISTORY,
      sorts: { date_added: 'promotion_history.date_added' },
      preparedValues: 3,
    });
  }

  async page({ caller, input }: CallOf<typeof promotion.getHistory>) {
    const where = Conditions.of(caller, 'promotion_history').addScope(caller, 'channel_id');
    if (input.filter_promotion_id !== undefined) where.add('promotion_id', '= ?', input.filter_promotion_id);
    if (input.filter_date_added) where.add('date_added', '> ?', input.filter_date_added);
    if (!input.filter_deleted) where.add('date_deleted', 'IS NULL');
    const { rows, total, cut } = await this.histories.page(where, input);
    return { total: await total(), ...cut, histories: rows.map((row) => toHistory(row, input.filter_deleted)) };
  }
}
