import type { CallOptions } from './call.types.js';
import type { Granted } from './retries.js';

type Records = readonly Readonly<Record<string, unknown>>[];

/**
 * Reads a list behind one id after the other, so that records which come or go meanwhile are neither skipped nor
 * doubled.
 */
export async function* each(
  get: (path: string, input: object, options?: CallOptions) => Promise<Granted>,
  path: string,
  input: { readonly limit?: number; readonly after_id?: number } = {},
  options?: CallOptions,
): AsyncGenerator<unknown, void, undefined> {
  const limit = input.limit ?? 100;
  for (let after_id = input.after_id ?? 0; ;) {
    const { truncated, warnings, ...answer } = await get(
      path,
      { ...input, order: 'ASC', limit, after_id, with_total: false },
      options,
    );
    const records = Object.values(answer).find((value): value is Records => Array.isArray(value)) ?? [];
    yield* records;
    if (records.length < limit && !truncated) return;
    const last = idOf(path, records.at(-1) ?? {});
    // A page that does not go on would be read for ever.
    if (!(last > after_id)) throw new Error(`The records of ${path} do not go on behind ${after_id}.`);
    after_id = last;
  }
}

/** The id of a record is named after its resource, as `order_id` or `item_addition_id`; else it is its first field. */
function idOf(path: string, record: Records[number]): number {
  const id = `${path.split('/').at(-2)}_id`;
  const names = Object.keys(record);
  return Number(record[[id, ...names].find((name) => name in record && name.endsWith(id)) ?? names[0] ?? '']);
}
