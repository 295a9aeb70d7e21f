import type { Call, Fault, ItemEdit } from '@stockbook/contracts';
import { collect, type References } from '../../references.js';
import { withCleanTexts } from '../record/description.js';
import { ownFaults } from './item-rules.js';

/** A request with clean texts, and the reasons against it that no record of inventory gives. */
interface JudgedInput<I extends object> {
  readonly call: Call<I>;
  readonly faults: readonly Fault[];
}

export async function judgedInput<I extends ItemEdit>(
  references: References,
  call: Call<I>,
  channel_group_id?: number,
): Promise<JudgedInput<I>> {
  const { caller, input } = call;
  const faults = ownFaults(input);
  await Promise.all([
    channel_group_id !== undefined && collect(faults, references.checkChannelGroup(caller, channel_group_id)),
    collect(faults, references.checkCustomerGroups(caller, input.customer_groups)),
    collect(faults, references.checkLanguages(caller, input.translations)),
  ]);
  // Texts that take too long to clean stay as they are: their faults refuse the request whatever it changes.
  if (faults.some(({ field }) => field?.endsWith('description'))) return { call, faults };
  return { call: { ...call, input: await withCleanTexts(input) }, faults };
}
