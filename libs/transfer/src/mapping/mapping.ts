import { StartFault } from '@stockbook/process/faults';
import { readFile } from 'node:fs/promises';
import { knownMappings } from './known/known-mappings.js';
import type { ColumnRule, Mapping } from './mapping-terms.js';

const FIELDS: readonly (keyof Mapping)[] = [
  ...(['about', 'resource', 'key', 'group', 'once', 'fill', 'columns', 'constants', 'texts', 'asks', 'only'] as const),
  ...(['skip', 'others'] as const),
];
const RULES: readonly (keyof ColumnRule)[] = ['to', 'cut', 'values', 'times', 'decimal', 'date', 'split'];

/** Reads a mapping: one that comes with Stockbook by its name, or a file. */
export async function readMapping(nameOrFile: string): Promise<Mapping> {
  const known = knownMappings[nameOrFile];
  if (known) return known;
  const text = await readFile(nameOrFile, 'utf8').catch(() => {
    const names = Object.keys(knownMappings).join(', ');
    throw new StartFault(`There is no file ${nameOrFile}, and no mapping of that name; there are ${names}.`);
  });
  return checked(nameOrFile, parsed(nameOrFile, text));
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StartFault(`The mapping ${file} is no JSON: ${error instanceof Error ? error.message : ''}.`);
  }
}

function checked(file: string, value: unknown): Mapping {
  const wrong = (reason: string) => new StartFault(`The mapping ${file} ${reason}.`);
  if (!isObject(value)) throw wrong('must be an object');
  const unknown = Object.keys(value).find((name) => !FIELDS.some((field) => field === name));
  if (unknown) throw wrong(`has no field ${unknown}; it may have ${FIELDS.join(', ')}`);
  const { resource, columns } = value;
  if (typeof resource !== 'string') throw wrong('must name its resource');
  if (!isObject(columns)) throw wrong('must have columns');
  for (const [column, rule] of Object.entries(columns)) {
    const isRule = rule === null || typeof rule === 'string' || isObject(rule);
    const strange = isObject(rule) && Object.keys(rule).find((name) => !RULES.some((field) => field === name));
    if (!isRule) throw wrong(`must map ${column} to a field, a rule or null`);
    if (strange) throw wrong(`has no rule ${strange} for ${column}; there are ${RULES.join(', ')}`);
    if (isObject(rule)) refuseRule(column, rule, wrong);
  }
  for (const name of ['constants', 'texts', 'asks', 'only', 'skip'] as const)
    if (!isTexts(value[name] ?? {})) throw wrong(`must give each field of ${name} a text`);
  for (const name of ['key', 'group', 'once'] as const)
    if (!isText(value[name] ?? '')) throw wrong(`must name a column or field as ${name}`);
  const { only, skip, fill = { by: '', columns: [] } } = value;
  for (const pattern of [only, skip].flatMap((given) => Object.values(given ?? {})))
    if (!isPattern(pattern)) throw wrong(`has the pattern ${String(pattern)}, which is none`);
  if (!isObject(fill) || !isText(fill['by']) || !Array.isArray(fill['columns']))
    throw wrong('must have by and columns in fill');
  return { ...value, resource, columns: columns as Mapping['columns'] };
}

function refuseRule(column: string, rule: Record<string, unknown>, wrong: (reason: string) => StartFault): void {
  const { to, cut = '', values = {}, times = '1', decimal = '.', date = '', split = '' } = rule;
  const isSound =
    [to].flat().every(isText) &&
    isPattern(cut) &&
    isTexts(values) &&
    (isText(times) || typeof times === 'number') &&
    /^-?\d+(\.\d+)?$/.test(String(times)) &&
    [',', '.'].some((mark) => mark === decimal) &&
    [date, split].every(isText);
  if (!isSound) throw wrong(`has a rule for ${column} that cannot be read: ${JSON.stringify(rule)}`);
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isTexts = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every((each) => isText(each) || typeof each === 'number');

function isPattern(value: unknown): boolean {
  try {
    return isText(value) && Boolean(new RegExp(value));
  } catch {
    return false;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
