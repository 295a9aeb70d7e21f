import { type CallOf, isAsked, type item, type ItemPage } from '@stockbook/contracts';
import { cutAfter, Db, LongList, recordMarks } from '@stockbook/persistence';
import { joinedJson, WrittenAnswer } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import { References } from '../../references.js';
import { ITEM_LIST, itemConditions, type ItemSort, type ListedItem } from './item-list.js';
import { ItemTexts } from './item-texts.js';
import { childrenOfPage, fittingByNames, joinedPart } from './item-view.js';

/** Answers `item.get`, and keeps the texts of the items that pages show. */
@Injectable()
export class ItemPages {
  private readonly list: LongList<ListedItem, ItemSort>;
  private readonly texts = new ItemTexts();

  constructor(
    private readonly db: Db,
    private readonly references: References,
  ) {
    this.list = new LongList(db, ITEM_LIST);
  }

  async read({ caller, input }: CallOf<typeof item.get>) {
    const { account_id } = caller;
    const { rows, total, cut } = await this.list.page(await itemConditions(this.db, caller, input), input);
    const read = this.db.together((reader) =>
      Promise.all([childrenOfPage(reader, account_id, rows, input), this.texts.ofPage(reader, account_id, rows)]),
    );
    const [all, [{ children, fitting }, { texts, fitting: fittingTexts }]] = await Promise.all([total(), read]);
    const hasGroups =
      isAsked(input, 'customer_groups') && [...texts.values()].some(({ customer_groups }) => customer_groups.length);
    const groupNames = hasGroups ? await this.references.customerGroupNames(account_id) : new Map<number, string>();
    const known = { ...children, groupNames };
    const most = Math.min(fitting, fittingTexts, fittingByNames(this.db, rows, texts, known));
    const items = rows.slice(0, most).flatMap((row) => {
      const text = texts.get(row.item_id);
      return text ? [{ text, rest: { ...joinedPart(row, text, known), ...recordMarks(input, row) } }] : [];
    });
    const head = { total: all, ...(most < rows.length ? cutAfter(input, most) : cut) };
    if (input.fields) return { ...head, items: items.map(({ text, rest }) => ({ ...JSON.parse(text.json), ...rest })) };
    const written = items.map(({ text, rest }) => joinedJson(text.json, rest));
    return WrittenAnswer.page<ItemPage, 'items'>(head, 'items', written);
  }
}
