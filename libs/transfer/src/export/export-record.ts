import { type Class, fieldsOf } from '@stockbook/contracts';
import { isTree, type Tree } from '../mapping/tree.js';
import type { Finder } from '../records/finder.js';
import { idIn, type Shown } from '../records/lists.js';
import { PATH, referenceTerms } from '../reference-terms.js';
import type { Resource } from '../resources.js';
import { isOwnId } from './columns.js';

/** Returns a record as an import reads it, with names instead of ids, and what records show besides. */
export async function exportedRecord(resource: Resource, record: Shown, finder: Finder): Promise<Tree> {
  const taken = await withNames(resource, resource.add.request, record, finder);
  const request = fieldsOf(resource.add.request);
  const isBesides = (name: string, value: unknown) =>
    typeof value !== 'object' && !(name in request) && !isOwnId(resource, name);
  const besides = Object.entries(record).filter(([name, value]) => isBesides(name, value));
  return { [resource.id]: record[resource.id], ...taken, ...Object.fromEntries(besides) };
}

async function withNames(resource: Resource, type: Class, record: Shown, finder: Finder): Promise<Tree> {
  const entries = Object.entries(fieldsOf(type)).map(async ([name, spec]): Promise<readonly [string, unknown]> => {
    const value = record[resource.shownAs[name] ?? name];
    if (value === undefined || isOwnId(resource, name)) return [name, undefined];
    if (referenceTerms(resource.path, name)) return namedReference(resource, name, value, finder);
    if (!Array.isArray(value) || !spec.of) return [name, value];
    const of = spec.of();
    return [name, await Promise.all(value.filter(isTree).map((each) => withNames(resource, of, each, finder)))];
  });
  return Object.fromEntries((await Promise.all(entries)).filter(([, value]) => value !== undefined));
}

/** Names the records that ids stand for; an id stays where its record has no name. */
async function namedReference(
  { path }: Resource,
  field: string,
  value: unknown,
  finder: Finder,
): Promise<readonly [string, unknown]> {
  const terms = referenceTerms(path, field)!;
  if (value === 0) return [field, undefined];
  const ids = [value].flat().map((each) => (isTree(each) ? idIn(terms.path, each) : Number(each)));
  const records = await Promise.all(ids.map((id) => finder.withId(terms.path, id)));
  const by = terms.by.find((name) => records.every((record) => record?.[name]));
  if (!by) return [field, Array.isArray(value) ? ids : value];
  const names = await Promise.all(records.map((record) => nameIn(terms.path, by, record!, finder)));
  return [`${field}.${by}`, Array.isArray(value) ? names : names[0]];
}

async function nameIn(path: string, by: string, record: Shown, finder: Finder): Promise<string> {
  const name = String(record[by]);
  const parent = path === 'inventory/category' ? Number(record['parent_id']) : 0;
  const above = parent ? await finder.withId(path, parent) : undefined;
  return above ? `${await nameIn(path, by, above, finder)}${PATH}${name}` : name;
}
