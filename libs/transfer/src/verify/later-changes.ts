import { type Operations, StockbookError } from '@stockbook/client';
import { type Difference, differencesOf } from '../records/differences.js';
import { allOf, isRecord, type Shown } from '../records/lists.js';
import type { Resource } from '../resources.js';

/** Ends of a record: another one has taken the place of a merged customer. */
const ENDS = ['deleted', 'merged'];

/** Returns the changes of a record in the audit log, the latest first; none if the user may not read them. */
export async function changesSince(client: Operations, record: string, since?: string): Promise<readonly Shown[]> {
  const filter = { filter_record: record, ...(since && { filter_date_start: since }) };
  try {
    return (await allOf(client, 'setting/audit', filter)).reverse();
  } catch (error) {
    if (error instanceof StockbookError && error.status === 403) return [];
    throw error;
  }
}

export function endIn(changes: readonly Shown[]): string | undefined {
  const end = changes.find(({ change }) => ENDS.includes(String(change)));
  return end && sentenceOf(end);
}

/** Returns the change by which a field has lost the value of the file. */
export function lossIn(
  changes: readonly Shown[],
  { field }: Difference,
  { input, record, resource }: { readonly input: Shown; readonly record: Shown; readonly resource: Resource },
): string | undefined {
  const { shown, shownAs } = resource;
  const [top = ''] = /^\w+/.exec(field) ?? [];
  const name = shownAs[top] ?? top;
  const loss = changes.find(({ previous }) => {
    if (!isRecord(previous) || !(name in previous)) return false;
    const differences = differencesOf({ [top]: input[top] }, { ...record, [name]: previous[name] }, shown, shownAs);
    return !differences.some((each) => field.startsWith(each.field) || each.field === `${top}.length`);
  });
  return loss && sentenceOf(loss);
}

function sentenceOf({ change, user, operation, date_added }: Shown): string {
  const author = `${String(user) || 'the system'}${operation ? ` through ${String(operation)}` : ''}`;
  return `${String(change)} by ${author} at ${String(date_added)}`;
}
