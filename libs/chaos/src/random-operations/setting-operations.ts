import { ask, type Desk } from './desk.js';
import type { Timeline } from './timeline.js';

/** Lets a status deduct, or deduct no longer. Orders in it stay as they are until their next change of status or lines. */
export function toggleDeduct(desk: Desk): Promise<void> {
  const { api, model, random } = desk;
  const [, order_status_id = 0] = model.account.deducting_ids;
  const timeline = model.deducts.get(order_status_id);
  if (!timeline) throw new Error(`Account ${model.account.account_id} has no second status that deducts.`);
  return model.holding<Timeline<boolean>>(random, [timeline], 1, async () => {
    const deduct = !timeline.last;
    const answered = timeline.change(deduct);
    await ask(desk, api.setting.order_status.edit, { order_status_id, deduct });
    answered();
  });
}

/** Allows negative stock, or no longer, where the account is one that ever does. */
export async function togglePolicy(desk: Desk): Promise<void> {
  if (desk.model.account.allow_negative_stock) await allowNegativeStock(desk, desk.random.chance(0.5));
}

export async function allowNegativeStock(desk: Desk, allow_negative_stock: boolean): Promise<void> {
  await ask(desk, desk.api.setting.company.edit, { allow_negative_stock });
}
