import type { Known } from '../import/journal.js';
import type { LineFault } from '../mapping/line-fault.js';
import type { Difference } from '../records/differences.js';
import type { Finder } from '../records/finder.js';
import type { Shown } from '../records/lists.js';
import type { Resource } from '../resources.js';

interface Circumstances {
  readonly record: Shown;
  readonly resource: Resource;
  readonly known: Known | undefined;
  readonly finder: Finder;
  readonly faults: readonly LineFault[];
}

/** Returns why a field is not as the file has it; undefined if nothing that is known explains it. */
export async function reasonOf(difference: Difference, circumstances: Circumstances): Promise<string | undefined> {
  const { record, known, faults } = circumstances;
  const { field } = difference;
  if (faults.length) return `the line was refused: ${faults[0]?.message}`;
  if (/^locations\[.*\.quantity$/.test(field)) return stockReason(difference, circumstances);
  if (/description$/.test(field)) return 'scripts and unsafe tags were taken out of the description';
  const changed = String(record['date_modified'] ?? '');
  // A record shows whole seconds.
  const isLater = known !== undefined && changed.slice(0, 19) > known.at.slice(0, 19);
  return isLater ? `the record was changed after the import, at ${changed}` : undefined;
}

/** The first movement at a location is its opening stock; later ones explain another quantity. */
async function stockReason(
  { field, given }: Difference,
  { record, finder }: Circumstances,
): Promise<string | undefined> {
  const [, location_id] = /location_id (\d+)/.exec(field) ?? [];
  const first = await finder.firstMovement(Number(record['item_id']), Number(location_id));
  return first && Number(first['quantity']) === Number(given) ? 'the stock has moved since the import' : undefined;
}
