/** The most records of a page of the API. */
export const PAGE = 100;

/** Reads a list to its end, page by page. Its records come in the order of their ids. */
export async function readAll<T>(records: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const record of records) all.push(record);
  return all;
}

export const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  one.name.localeCompare(other.name);
