import { type CallOf, itemMatch, type ItemSnapshot } from '@stockbook/contracts';
import { thumbOf } from '@stockbook/media';
import { Db, maySee } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { bundleCost, type ComponentRow, componentsByItem, snapshotOf } from './bundle/components.js';
import { type NamedItem, namedItemsFinder } from './record/item-names.js';

@Controller()
export class ItemMatchHandlers {
  private readonly findNamed;

  constructor(private readonly db: Db) {
    this.findNamed = namedItemsFinder(db);
  }

  @Handles(itemMatch.match, { sharesConnections: true })
  async match({ caller, input }: CallOf<typeof itemMatch.match>) {
    const namings = input.lines.map(({ item_id, model, sku }) => (item_id ? { item_id } : { model, sku }));
    const named = await this.findNamed({ account_id: caller.account_id, namings });
    const visible = named.filter((each) => maySee(caller, each));
    const components = await componentsByItem(this.db, caller.account_id, visible);
    return { items: visible.map((each) => toSnapshot(each, components.get(each.item_id))) };
  }
}

function toSnapshot(
  { item_id, name, model, sku, image, weight, average_cost }: NamedItem,
  components: readonly ComponentRow[] | undefined,
): ItemSnapshot {
  // Sales shows the image of a snapshot as the thumb of a line.
  const snapshot = { item_id, name, model, sku, image: thumbOf(image), weight, average_cost };
  if (!components) return snapshot;
  return { ...snapshot, average_cost: bundleCost(components).toFixed(8), components: snapshotOf(components) };
}
