/** The most records of a page of the API. */
export const PAGE = 100;

/** Reads a list to its end, page by page. Its records come in the order of their ids. */
export async function readAll<T>(records: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const record of records) all.push(record);
  return all;
}

/** Reads a list that has no ids to go on behind, page by page, until one is not full. */
export async function readPages<T>(read: (page: number) => Promise<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; ; page++) {
    const records = await read(page);
    all.push(...records);
    if (records.length < PAGE) return all;
  }
}

export const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  one.name.localeCompare(other.name);
