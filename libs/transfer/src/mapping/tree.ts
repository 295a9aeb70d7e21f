import type { Target } from './targets.js';

/** A request as it is read from a file: texts, and names like `brand_id.name` for references. */
export type Tree = Record<string, unknown>;

/** The elements that one row gives to the lists of a record. */
export class RowElements {
  private readonly elements = new Map<string, { readonly list: string; readonly fields: Tree }>();

  set({ list = '', index, field }: Target, value: unknown): void {
    const key = `${list}[${index}]`;
    const element = this.elements.get(key) ?? { list, fields: {} };
    element.fields[field] = value;
    this.elements.set(key, element);
  }

  /** Sets a constant where the row has given the element another field. */
  complete({ list = '', index, field }: Target, value: unknown): void {
    for (const [key, element] of this.elements)
      if (element.list === list && (!index || key === `${list}[${index}]`)) element.fields[field] ??= value;
  }

  /** Adds the elements to a record. Lists of `once` take those of the first row alone. */
  addTo(tree: Tree, isFirst: boolean, lines: ReadonlySet<string>): void {
    for (const { list, fields } of this.elements.values())
      if (isFirst || lines.has(list)) tree[list] = [...listIn(tree[list]), fields];
  }
}

export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
