import { StartFault } from '@stockbook/process/faults';
import { FAULT_COLUMNS } from '../source/rows.js';
import type { Resource } from '../resources.js';
import { flagIn } from './cells.js';
import type { ColumnRule, Mapping } from './mapping-terms.js';
import { isReadOnly, type Target, targetAt } from './targets.js';

export interface PlannedColumn {
  readonly targets: readonly Target[];
  readonly rule: ColumnRule;
}

/** The plan says which field each column of a file becomes. */
export interface ColumnPlan {
  readonly mapping: Mapping;
  readonly resource: Resource;
  /** Absent where the file needs no map, because its columns are named as fields. */
  readonly isIdentity: boolean;
  /** Returns the meaning of a column; undefined if it is left out. */
  columnOf(name: string): PlannedColumn | undefined;
  readonly constants: readonly (readonly [target: Target, value: string])[];
  readonly texts: readonly (readonly [target: Target, template: string])[];
  /** Lists that have an element for each row of a group. */
  readonly lines: ReadonlySet<string>;
}

const OWN: readonly string[] = FAULT_COLUMNS;

export function planColumns(resource: Resource, mapping: Mapping, isIdentity: boolean): ColumnPlan {
  const known = new Map<string, PlannedColumn | undefined>();
  const lines = new Set(resource.lines ? [resource.lines] : []);
  const columnOf = (name: string) => {
    if (!known.has(name)) known.set(name, planColumn(name));
    return known.get(name);
  };
  const planColumn = (name: string): PlannedColumn | undefined => {
    const rule = ruleOf(mapping, name, isIdentity);
    if (!rule || OWN.includes(name)) return undefined;
    const paths = [rule.to].flat();
    const targets = paths.flatMap((path) => targetIn(resource, path, isIdentity ? undefined : `column ${name}`) ?? []);
    if (isIdentity) targets.forEach(({ list, index }) => list && !index && lines.add(list));
    return targets.length || !paths.length ? { targets, rule } : undefined;
  };
  const planned = (fields: Readonly<Record<string, string>> = {}, what: string) =>
    Object.entries(fields).map(([path, value]) => [targetIn(resource, path, what)!, value] as const);
  const constants = planned(mapping.constants, 'constant').map(
    ([target, value]) => [target, target.isFlag ? flagIn(value) : value] as const,
  );
  return { mapping, resource, isIdentity, columnOf, constants, texts: planned(mapping.texts, 'text'), lines };
}

function ruleOf({ columns }: Mapping, name: string, isIdentity: boolean): ColumnRule | undefined {
  const rule = columns[name] ?? wildcard(columns, name);
  if (rule === null || (rule === undefined && !isIdentity)) return undefined;
  return typeof rule === 'string' ? { to: rule } : (rule ?? { to: name });
}

function wildcard(columns: Mapping['columns'], name: string): Mapping['columns'][string] | undefined {
  const [, rule] =
    Object.entries(columns).find(([column]) => column.endsWith('*') && name.startsWith(column.slice(0, -1))) ?? [];
  return rule;
}

/** `what` names the place of a wrong path; without it the path is left out. */
function targetIn(resource: Resource, path: string, what: string | undefined): Target | undefined {
  const target = targetAt(resource.add.request, resource.path, path);
  if (!target && what) throw new StartFault(`The ${what} is mapped to ${path}, which ${resource.path} does not have.`);
  return target;
}

/** Sorts the columns of a file before anything is sent. */
export function judgeColumns(plan: ColumnPlan, columns: readonly string[]) {
  const { mapping, resource } = plan;
  const isKnown = (name: string) =>
    plan.columnOf(name) !== undefined ||
    OWN.includes(name) ||
    isLeftOut(mapping, name) ||
    (plan.isIdentity && isReadOnly(resource.shown, name));
  const missing = namedColumns(mapping).filter((name) => !columns.includes(name));
  return {
    unknown: plan.isIdentity || !mapping.others ? columns.filter((name) => !isKnown(name)) : [],
    ignored: columns.filter((name) => !plan.columnOf(name) && !OWN.includes(name)),
    missing,
  };
}

const isLeftOut = ({ columns }: Mapping, name: string): boolean =>
  columns[name] === null || wildcard(columns, name) === null;

/** Returns the columns without which a mapping makes no sense. */
function namedColumns({ group, once, fill }: Mapping): readonly string[] {
  return [group, once, fill?.by].flatMap((name) => (name === undefined || name === '*' ? [] : [name]));
}
