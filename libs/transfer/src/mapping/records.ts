import type { Row } from '../source/rows.js';
import { CellFault, converted, flagIn, partsOf } from './cells.js';
import type { ColumnPlan } from './column-plan.js';
import type { LineFault } from './line-fault.js';
import type { Target } from './targets.js';
import { RowElements, type Tree } from './tree.js';
import { AND } from '../reference-terms.js';
import { plainTree } from './plain-tree.js';

/** One record of a file, as it is written there. */
export interface SourceRecord {
  readonly line: number;
  readonly rows: readonly Row[];
  readonly tree: Tree;
  readonly faults: readonly LineFault[];
}

/** As a group: all rows of the file are one record. */
const ALL = '*';

/** A cell without text leaves its field out, or empties it. */
export type Empty = 'absent' | 'clear';

/** Puts the rows of a file together to records. */
export async function* recordsOf(
  rows: AsyncIterable<Row>,
  plan: ColumnPlan,
  group: string | undefined,
  empty: Empty,
): AsyncGenerator<SourceRecord, void, undefined> {
  const counts = rowFilter(plan);
  const seen = new Set<unknown>();
  let [open, name]: [Row[], unknown] = [[], undefined];
  const close = () => recordOf(open, plan, empty);
  for await (const given of rows) {
    const row = counts(given);
    if (!row) continue;
    const value = group === undefined ? undefined : group === ALL ? ALL : row.cells.get(group);
    if (open.length && value && value === name) {
      open.push(row);
      continue;
    }
    if (open.length) yield close();
    [open, name] = [[row], value];
    if (!value) continue;
    if (!seen.has(value)) seen.add(value);
    else {
      const message = `Other rows of ${group} ${String(value)} stand further above: sort the file by it.`;
      yield { line: row.line, rows: open, tree: {}, faults: [{ code: 'not_together', field: group ?? '', message }] };
      [open, name] = [[], undefined];
    }
  }
  if (open.length) yield close();
}

/** Returns a function that fills a row up from those above, or leaves it out. */
function rowFilter({ mapping: { only = {}, skip = {}, once, fill } }: ColumnPlan): (row: Row) => Row | undefined {
  const patterns = (given: Readonly<Record<string, string>>) =>
    Object.entries(given).map(([column, pattern]) => [column, new RegExp(pattern)] as const);
  const [needed, refused] = [patterns(only), patterns(skip)];
  const seen = new Set<unknown>();
  const filled = fill ? filler(fill) : (row: Row) => row;
  return (given) => {
    const row = filled(given);
    const matches = ([column, pattern]: readonly [string, RegExp]) => pattern.test(String(row.cells.get(column) ?? ''));
    if (row.fault) return row;
    if (!needed.every(matches) || refused.some(matches)) return undefined;
    const value = once === undefined ? undefined : row.cells.get(once);
    if (value === undefined) return row;
    if (seen.has(value)) return undefined;
    seen.add(value);
    return row;
  };
}

function filler({ by, columns }: NonNullable<ColumnPlan['mapping']['fill']>): (row: Row) => Row {
  let [name, above]: [unknown, ReadonlyMap<string, unknown>] = [undefined, new Map()];
  return (row) => {
    const value = row.cells.get(by);
    const cells = new Map(row.cells);
    if (value === name)
      for (const column of columns) if (!cells.get(column)) cells.set(column, above.get(column) ?? '');
    [name, above] = [value, cells];
    return { ...row, cells };
  };
}

function recordOf(rows: readonly Row[], plan: ColumnPlan, empty: Empty): SourceRecord {
  const faults: LineFault[] = [];
  const tree: Tree = {};
  rows.forEach((row, i) => {
    if (row.fault) faults.push({ code: 'malformed', field: '', message: row.fault });
    else addRow(tree, row, { plan, empty, isFirst: i === 0, faults });
  });
  const plain = plan.isIdentity ? plainTree(plan.resource, tree, faults) : tree;
  return { line: rows[0]!.line, rows, tree: plain, faults };
}

interface Adding {
  readonly plan: ColumnPlan;
  readonly empty: Empty;
  readonly isFirst: boolean;
  readonly faults: LineFault[];
}

function addRow(tree: Tree, { cells }: Row, { plan, empty, isFirst, faults }: Adding): void {
  const elements = new RowElements();
  const texts = new Map<string, string>();
  const set = (target: Target, value: unknown) => {
    if (target.list !== undefined) elements.set(target, value);
    else tree[target.field] ??= value;
  };
  for (const [name, cell] of cells) {
    const column = plan.columnOf(name);
    if (!column) continue;
    try {
      const value = converted(cell, column.rule);
      texts.set(name, String(value));
      if (value === null || value === undefined) continue;
      if (value !== '') assign(column.targets, value, column.rule.split, set);
      else if (empty === 'clear' && isFirst) column.targets.forEach((target) => target.list ?? set(target, ''));
    } catch (error) {
      if (!(error instanceof CellFault)) throw error;
      faults.push({ code: 'invalid', field: name, message: `${name} ${error.message}` });
    }
  }
  for (const [target, template] of plan.texts) {
    const text = template.replace(
      /\{([^}]+)\}/g,
      (_, name: string) => texts.get(name) ?? String(cells.get(name) ?? ''),
    );
    if (text.trim()) set(target, text.replace(/\s+/g, ' ').trim());
  }
  for (const [target, value] of plan.constants)
    if (target.list === undefined) tree[target.field] ??= value;
    else elements.complete(target, value);
  elements.addTo(tree, isFirst, plan.lines);
}

type Set_ = (target: Target, value: unknown) => void;

function assign(targets: readonly Target[], value: unknown, split: string | undefined, set: Set_): void {
  const isText = typeof value === 'string';
  if (isText && split !== undefined && targets.length > 1) {
    const parts = partsOf(value, split, targets.length);
    targets.forEach((target, i) => parts[i] && set(target, parts[i]));
    return;
  }
  for (const target of targets) {
    if (!isText) set(target, value);
    else set(target, target.isList ? elementsIn(value, split ?? AND) : target.isFlag ? flagIn(value) : value);
  }
}

/** Reads a list in one cell: JSON, or texts between separators. */
function elementsIn(text: string, separator: string): unknown {
  if (text.startsWith('[')) {
    try {
      return JSON.parse(text);
    } catch {
      throw new CellFault('must be a list in JSON.');
    }
  }
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);
}
