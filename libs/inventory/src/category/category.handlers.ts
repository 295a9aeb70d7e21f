import { type CallOf, Category, category, categoryChanged, Refused } from '@stockbook/contracts';
import { claim, Db, mayChange, statement, type Tx } from '@stockbook/persistence';
import { Handles, PlainRecords, showAs } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { takeItemsOut } from '../item/edit/category-items.js';
import type { GroupNames } from '../item/list/item-view.js';
import { References } from '../references.js';
import { text } from '../text.js';
import { lockTree, parentFaults } from '../item/record/category-tree.js';
import { itemFaults } from './category-uses.js';
import { CategoryRow } from './category.entity.js';

/** Item edits lock several categories too: everyone locks them by id, and before the items. */
const LOCK_FAMILY = statement(
  'lock_family_of_category',
  `SELECT category_id, parent_id, channel_group_id FROM inventory.category
   WHERE account_id = $1 AND (category_id = $2 OR parent_id = $2) AND date_deleted IS NULL ORDER BY category_id
   FOR UPDATE`,
);

type Member = Pick<CategoryRow, 'category_id' | 'parent_id' | 'channel_group_id'>;

@Controller()
export class CategoryHandlers {
  private readonly categories: PlainRecords<CategoryRow, 'category_id', Category>;

  constructor(
    db: Db,
    private readonly references: References,
  ) {
    this.categories = new PlainRecords(db, CategoryRow, 'category_id', categoryChanged, showAs(Category), references);
  }

  @Handles(category.add)
  add(call: CallOf<typeof category.add>) {
    const { caller, input } = call;
    return this.categories.add(call, async (tx) => {
      if (!input.parent_id) return;
      await lockTree(tx);
      Refused.ifAny(await parentFaults(tx, caller, 0, input.parent_id));
    });
  }

  @Handles(category.edit)
  edit(call: CallOf<typeof category.edit>) {
    const { caller, input } = call;
    const { category_id, parent_id } = input;
    return this.categories.edit(call, async (tx) => {
      if (parent_id === undefined) return;
      await lockTree(tx);
      const stored = await claim(tx, caller, CategoryRow, { category_id });
      if (parent_id !== stored.parent_id) Refused.ifAny(await parentFaults(tx, caller, category_id, parent_id));
    });
  }

  @Handles(category.delete)
  async delete(call: CallOf<typeof category.delete>) {
    const { category_id, take_out = false } = call.input;
    const names = take_out ? await this.references.groupNamesIfKnown(call.caller) : undefined;
    return this.categories.delete(call, async (tx) => {
      await lockTree(tx);
      if (take_out) await this.takeOut(tx, call, names);
      else await claim(tx, call.caller, CategoryRow, { category_id });
      return itemFaults(tx, call.caller, category_id);
    });
  }

  @Handles(category.get)
  async get(call: CallOf<typeof category.get>) {
    const { filter_parent_id: parent_id } = call.input;
    const query = this.categories.query(call);
    if (parent_id !== undefined) query.andWhere('category.parent_id = :parent_id', { parent_id });
    const sorts = {
      name: text.sortedName('category.name'),
      date_modified: 'category.date_modified',
    };
    const { records, ...page } = await this.categories.list(call, sorts, query);
    return { ...page, categories: records };
  }

  /** Moves the children to the category's parent and takes its items out, as far as the caller may change them. */
  private async takeOut(tx: Tx, call: CallOf<typeof category.delete>, names: GroupNames): Promise<void> {
    const { caller, input } = call;
    const { category_id } = input;
    const family = await tx.query<Member>(LOCK_FAMILY, [tx.account_id, category_id]);
    const { parent_id } = await claim(tx, caller, CategoryRow, { category_id });
    const children = family.filter((each) => each.category_id !== category_id && mayChange(caller, each));
    for (const child of children)
      await this.categories.update(tx, { ...call, input: { category_id: child.category_id } }, { parent_id });
    await takeItemsOut(tx, call, category_id, names);
  }
}
