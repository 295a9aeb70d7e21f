import type { Operations } from '@stockbook/client';
import type { LineFault } from '../mapping/line-fault.js';
import { referenceIn } from '../mapping/targets.js';
import { isTree, type Tree } from '../mapping/tree.js';
import { PATH } from '../reference-terms.js';
import type { Finder } from './finder.js';
import { idIn, nameOf, plain } from './lists.js';

interface Reference {
  readonly field: string;
  readonly by: string;
  readonly path: string;
}

/** The resources whose missing records may be added on the way. */
export const creatable = { brands: 'inventory/brand', categories: 'inventory/category' } as const;

interface Options {
  /** The resources whose missing records are added. */
  readonly creates: ReadonlySet<string>;
  /** Nothing is added. */
  readonly isDry: boolean;
}

/** Replaces names of records by their ids. */
export class References {
  private readonly adding = new Map<string, Promise<number>>();

  constructor(
    private readonly finder: Finder,
    private readonly client: Operations,
    private readonly options: Options,
  ) {}

  /** Returns the request with ids; a name without a record is a fault. */
  async resolve(resource: string, tree: Tree, faults: LineFault[], parent = ''): Promise<Tree> {
    const entries = Object.entries(tree).map(async ([name, value]) => {
      const reference = referenceIn(resource, name);
      if (reference) return [reference.field, await this.idsOf(reference, value, faults, parent + name)] as const;
      if (!Array.isArray(value)) return [name, value] as const;
      const elements = value.map((each, i) =>
        isTree(each) ? this.resolve(resource, each, faults, `${parent}${name}[${i}].`) : each,
      );
      return [name, await Promise.all(elements)] as const;
    });
    const resolved = await Promise.all(entries);
    return Object.fromEntries(resolved.filter(([, value]) => value !== undefined));
  }

  private async idsOf(reference: Reference, value: unknown, faults: LineFault[], field: string): Promise<unknown> {
    if (!Array.isArray(value)) return value === '' ? 0 : this.idOf(reference, String(value), faults, field);
    const ids = await Promise.all(value.map((each) => this.idOf(reference, String(each), faults, field)));
    return [...new Set(ids.filter((id) => id !== undefined))];
  }

  private async idOf(
    { path, by }: Reference,
    value: string,
    faults: LineFault[],
    field: string,
  ): Promise<number | undefined> {
    const found = await this.finder.find(path, by, value);
    const name = path.split('/').at(-1)?.replace(/_/g, ' ');
    if (found.length === 1) return idIn(path, found[0]!);
    if (found.length > 1) {
      const message = `${field} names ${found.length} records: there are several of ${name} with the ${by} ${value}.`;
      faults.push({ code: 'ambiguous', field, message });
    } else if (this.options.creates.has(path)) {
      return this.options.isDry ? undefined : this.add(path, value);
    } else faults.push({ code: 'unknown_reference', field, message: `There is no ${name} with the ${by} ${value}.` });
    return undefined;
  }

  /** Adds a record by its name, and for a category those above it. */
  private add(path: string, value: string): Promise<number> {
    const key = `${path} ${plain(value)}`;
    const adding = this.adding.get(key) ?? this.addAnew(path, value);
    this.adding.set(key, adding);
    return adding;
  }

  private async addAnew(path: string, value: string): Promise<number> {
    const names = path === creatable.categories ? value.split(PATH) : [value];
    const above = names.slice(0, -1).join(PATH);
    const [parent] = above ? await this.finder.find(path, 'name', above) : [];
    const parent_id = parent ? idIn(path, parent) : above ? await this.add(path, above) : 0;
    const fields = { name: names.at(-1)?.trim() ?? '', ...(path === creatable.categories && { parent_id }) };
    const added = await this.client.request(`${path}/add`, fields);
    await this.finder.note(path, { ...fields, ...added });
    return idIn(path, added);
  }
}

/** Returns the records of the same resource that a request names, like parents. */
export function namesWithin(resource: string, tree: Tree): readonly string[] {
  return Object.entries(tree).flatMap(([name, value]) => {
    const reference = referenceIn(resource, name);
    if (reference?.path === resource) return [value].flat().map((each) => nameOf(reference.by, String(each)));
    return Array.isArray(value) ? value.flatMap((each) => (isTree(each) ? namesWithin(resource, each) : [])) : [];
  });
}
