import type { Tree } from '../mapping/tree.js';
import type { Finder } from '../records/finder.js';
import type { Shown } from '../records/lists.js';
import { PATH } from '../reference-terms.js';
import type { Resource } from '../resources.js';

interface Named {
  readonly resource: Resource;
  readonly tree: Tree;
}

/** Returns what a record is called by its key; undefined if the file does not say. A category has those above it. */
export function keyValue({ resource, tree }: Named, key: string | undefined): string | undefined {
  const value = key !== undefined && resource.keys.includes(key) ? tree[key] : undefined;
  if (value === undefined || value === '') return undefined;
  const parent = resource.path === 'inventory/category' && key === 'name' ? tree['parent_id.name'] : undefined;
  return parent ? `${String(parent)}${PATH}${String(value)}` : String(value);
}

/** Finds the records that the key of a file names. Numbers of orders are those of a channel. */
export async function storedRecords(
  finder: Finder,
  named: Named,
  key: string | undefined,
  { channel_id }: Tree,
): Promise<readonly Shown[]> {
  const value = keyValue(named, key);
  if (value === undefined || key === undefined) return [];
  const found = await finder.find(named.resource.path, key, value);
  const isOrder = named.resource.path === 'sale/order';
  return isOrder ? found.filter((record) => record['channel_id'] === Number(channel_id)) : found;
}
