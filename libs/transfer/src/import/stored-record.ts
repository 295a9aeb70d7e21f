import type { Tree } from '../mapping/tree.js';
import type { Finder } from '../records/finder.js';
import type { Shown } from '../records/lists.js';
import { PATH } from '../reference-terms.js';
import type { Resource } from '../resources.js';

const CATEGORY = 'inventory/category';

interface Named {
  readonly resource: Resource;
  readonly tree: Tree;
}

/** A field that names a record, and its value in a file. */
export interface Key {
  readonly by: string;
  /** A category has the names of those above it, too. */
  readonly value: string;
}

/** Returns what a record is called by the first of these fields that it has. */
export function keyOf({ resource, tree }: Named, keys: readonly string[]): Key | undefined {
  const by = keys.find((each) => resource.keys.includes(each) && (tree[each] ?? '') !== '');
  if (by === undefined) return undefined;
  const parent =
    resource.path === CATEGORY && by === 'name' ? (tree['parent_id.name'] ?? tree['parent_id']) : undefined;
  return { by, value: parent ? `${String(parent)}${PATH}${String(tree[by])}` : String(tree[by]) };
}

/**
 * Finds the records that the key of a file names. Numbers of orders are those of a channel, and names of categories
 * those below another one.
 */
export async function storedRecords(
  finder: Finder,
  { resource, tree }: Named,
  key: Key | undefined,
  { channel_id, parent_id = 0 }: Tree,
): Promise<readonly Shown[]> {
  if (!key) return [];
  if (resource.path === CATEGORY) return finder.categoriesBelow(Number(parent_id), String(tree[key.by]));
  const found = await finder.find(resource.path, key.by, key.value);
  const isOrder = resource.path === 'sale/order';
  return isOrder ? found.filter((record) => record['channel_id'] === Number(channel_id)) : found;
}
