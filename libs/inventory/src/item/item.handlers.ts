import { type CallOf, item, languageReferrers } from '@stockbook/contracts';
import { constraintOf, Db, SharedWrites } from '@stockbook/persistence';
import { Services } from '@stockbook/rpc';
import { Handles, referrersTo } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { References } from '../references.js';
import { askSales, isToBeBundle, type KindChange, withReopening } from './bundle/kind-changes.js';
import { ItemPages } from './list/item-pages.js';
import { addItems, deleteItems, editedItem, editItem, idForRevision, type NewItem } from './edit/item-records.js';
import { judgedInput } from './edit/item-input.js';
import { ItemUses } from './record/item-uses.js';
import { editStock } from './stock/item-stock.js';

@Controller()
export class ItemHandlers {
  private readonly additions;

  constructor(
    private readonly db: Db,
    private readonly references: References,
    private readonly services: Services,
    private readonly uses: ItemUses,
    private readonly pages: ItemPages,
  ) {
    this.additions = new SharedWrites(db, addItems, rowsOfItem);
  }

  @Handles(item.add, { sharesConnections: true })
  async add(given: CallOf<typeof item.add>) {
    const { call, faults } = await judgedInput(this.references, given, given.input.channel_group_id ?? 0);
    const names = call.input.customer_groups?.length ? await this.references.groupNamesIfKnown(call.caller) : undefined;
    return againIfTaken(() => this.additions.run({ call, faults, names, uses: this.uses }));
  }

  @Handles(item.edit)
  async edit(given: CallOf<typeof item.edit>) {
    // The model, the sku and the barcode stay, because an empty one is a change.
    const named = { ...given, input: { ...given.input, ...(await idForRevision(this.db, given)) } };
    const { call, faults } = await judgedInput(this.references, named, named.input.channel_group_id);
    const [names, asked] = await Promise.all([this.references.groupNamesIfKnown(call.caller), this.kindChange(call)]);
    return withReopening(this.services, call, asked, () =>
      againIfTaken(() => this.db.transact(call, (tx) => editItem(tx, call, { faults, asked, names, uses: this.uses }))),
    );
  }

  @Handles(item.editStock)
  async editStock(call: CallOf<typeof item.editStock>) {
    const { rate, faults } = await this.references.rateOf(call.caller, call.input);
    return this.db.transact(call, (tx) => editStock(tx, call, rate, faults));
  }

  @Handles(item.delete)
  async delete(given: CallOf<typeof item.delete>) {
    const call = { ...given, input: (await idForRevision(this.db, given)) ?? given.input };
    const names = await this.references.groupNamesIfKnown(call.caller);
    return this.db.transact(call, (tx) => deleteItems(tx, call, names, this.uses));
  }

  @Handles(item.get)
  get(call: CallOf<typeof item.get>) {
    return this.pages.read(call);
  }

  @Handles(languageReferrers.get)
  async inLanguage({ caller, input }: CallOf<typeof languageReferrers.get>) {
    return { items: await referrersTo(this.db, caller, 'language', input.language_id) };
  }

  /** Asks sales where an edit makes a bundle of an item, or of a bundle an ordinary item. */
  private async kindChange(call: CallOf<typeof item.edit>): Promise<KindChange | undefined> {
    const bundle = isToBeBundle(call.input);
    if (bundle === undefined) return undefined;
    const { items } = await editedItem(this.db, call);
    const [named] = items;
    return named && named.bundle !== bundle ? askSales(this.services, call, named, bundle) : undefined;
  }
}

/** Tries twice: when another request takes the same model at the same moment, the second try sees whose it is. */
async function againIfTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (constraintOf(error) !== 'item_model_unique') throw error;
    return write();
  }
}

/** A long text takes as long as several rows. */
const rowsOfItem = ({ call: { input, bytes = 0 } }: NewItem): number =>
  1 + (input.locations?.length ?? 0) + (input.item_bundles?.length ?? 0) + Math.floor(bytes / 1_024);
