import type { Stockbook } from '@stockbook/client';
import { operations, type Reader } from '@stockbook/contracts';
import { StartFault } from '@stockbook/process/faults';
import { createHash } from 'node:crypto';
import { type ColumnPlan, judgeColumns, planColumns } from '../mapping/column-plan.js';
import { type Empty, recordsOf, type SourceRecord } from '../mapping/records.js';
import { readMapping } from '../mapping/mapping.js';
import type { Mapping } from '../mapping/mapping-terms.js';
import { isCode } from '../records/lists.js';
import { importable, type Resource, resourceAt } from '../resources.js';
import { type FileFacts, type GivenFormat, inspectFile } from '../source/inspect-file.js';
import { columnsOf, rowsOf } from '../source/rows.js';

/** An import and its verification share these terms. */
export interface ImportTerms extends GivenFormat {
  /** Names the account and its server: what is done in one is not done in another. */
  readonly account?: string;
  readonly file: string;
  /** Absent where the mapping names it. */
  readonly resource?: string | undefined;
  /** The name of a mapping, or its file. */
  readonly map?: string | undefined;
  /** The field that names a record which may be there already; `none` adds all. */
  readonly key?: string | undefined;
  /** Values of fields, in addition to the mapping's. */
  readonly set?: Readonly<Record<string, string>>;
  /** Columns that are left out. */
  readonly without?: readonly string[];
  readonly empty?: Empty;
}

export interface Prepared {
  readonly facts: FileFacts;
  readonly resource: Resource;
  readonly plan: ColumnPlan;
  readonly columns: readonly string[];
  /** The fields that name a record; the first one that it has counts. */
  readonly keys: readonly string[];
  /** Names this import of this file: the same file with another meaning is another import. */
  readonly id: string;
  readonly journal: string;
  readonly reader: Reader;
  /** The columns that are not imported. */
  readonly ignored: readonly string[];
  records(): AsyncGenerator<SourceRecord, void, undefined>;
}

/** Reads the mapping and the head of the file, and refuses what makes no sense before anything is sent. */
export async function prepareImport(client: Stockbook, terms: ImportTerms): Promise<Prepared> {
  const mapping = await mappingOf(terms);
  const facts = await inspectFile(terms.file, terms).catch(unreadable);
  const columns = await columnsOf(facts);
  const isIdentity = terms.map === undefined;
  const plan = planColumns(withAdd(resourceIn(mapping), mapping, isIdentity, columns), mapping, isIdentity);
  const { unknown, missing, ignored } = judgeColumns(plan, columns);
  refuseIf(unknown, `of ${terms.file} mean nothing to ${plan.resource.path}: map them, or leave them out by --without`);
  if (facts.format === 'csv') refuseIf(missing, `are missing in ${terms.file}`);
  refuseUnasked(plan, columns);
  // A client that waits for the server later says soon that there is none at all.
  const { user_id, company, view_cost } = await client.setting.user.whoami({}, { retries: 2 });
  const group = mapping.group ?? groupOf(plan, columns);
  const records = () => recordsOf(rowsOf(facts), plan, group, terms.empty ?? 'absent');
  const keys = givenKeys(plan, terms) ?? (await keysIn(records(), plan.resource));
  const { sha256 } = facts;
  const meaning = JSON.stringify([
    terms.account,
    sha256,
    plan.resource.path,
    mapping,
    keys,
    group,
    terms.empty ?? 'absent',
  ]);
  const id = createHash('sha256').update(meaning).digest('hex');
  return {
    ...{ facts, plan, columns, keys, id, ignored, records, resource: plan.resource },
    journal: `${terms.file}.${id.slice(0, 8)}-${user_id}.journal`,
    reader: { zone: company.timezone, view_cost },
  };
}

async function mappingOf({ resource, map, set = {}, without = [] }: ImportTerms): Promise<Mapping> {
  const mapping: Mapping = map === undefined ? { resource: resource ?? '', columns: {} } : await readMapping(map);
  if (resource && resource !== mapping.resource)
    throw new StartFault(`The mapping ${map} is for ${mapping.resource}, not for ${resource}.`);
  return {
    ...mapping,
    columns: { ...mapping.columns, ...Object.fromEntries(without.map((column) => [column, null])) },
    constants: { ...mapping.constants, ...set },
  };
}

function resourceIn({ resource }: Mapping): Resource {
  const found = resourceAt(resource);
  if (found) return found;
  throw new StartFault(`${resource || 'Nothing'} cannot be imported; there are ${importable.join(', ')}.`);
}

/** An order without the number of its channel cannot be found again, so that it can only be added. */
function withAdd(resource: Resource, mapping: Mapping, isIdentity: boolean, columns: readonly string[]): Resource {
  const add = operations.get('sale/order/add');
  if (resource.path !== 'sale/order' || !columns.length || !add) return resource;
  const named = columnsFor(planColumns(resource, mapping, isIdentity), columns);
  return named.includes('imported_order_id') ? resource : { ...resource, add, keys: [] };
}

/** Returns the fields that the columns of a file give. */
const columnsFor = (plan: ColumnPlan, columns: readonly string[]): readonly string[] =>
  columns
    .flatMap((name) => plan.columnOf(name)?.targets ?? [])
    .map(({ list, field }) => (list ? `${list}.` : '') + field);

function refuseIf(columns: readonly string[], fault: string): void {
  if (columns.length) throw new StartFault(`The columns ${columns.join(', ')} ${fault}.`);
}

/** A mapping asks for a value of a list only where the file has other fields of the list. */
function refuseUnasked(plan: ColumnPlan, columns: readonly string[]): void {
  const { asks = {}, constants = {} } = plan.mapping;
  const fields = columnsFor(plan, columns);
  for (const [field, meaning] of Object.entries(asks)) {
    const [list = ''] = field.split('.');
    const isInList = list in Object.fromEntries(fields.map((name) => [name.split('.')[0], true]));
    const isNeeded = !/^\w+\.\w+\./.test(field) || isInList;
    const isGiven = [...fields, ...Object.keys(constants)].some((name) => name.startsWith(field.replace(/\.\w+$/, '')));
    if (isNeeded && !isGiven) throw new StartFault(`Say by --set ${field}=... ${meaning}.`);
  }
}

/** Returns undefined if the file tells the keys. */
function givenKeys({ resource, mapping }: ColumnPlan, { key }: ImportTerms): readonly string[] | undefined {
  const given = key ?? mapping.key;
  if (given === 'none' || !resource.keys.length) return [];
  if (given === undefined) return undefined;
  if (resource.keys.includes(given)) return [given];
  throw new StartFault(`${resource.path} has no key ${given}; there are ${resource.keys.join(', ')} and none.`);
}

/** Several people may have one telephone, but a code names one record also where a better key is empty. */
async function keysIn(records: AsyncIterable<SourceRecord>, { keys }: Resource): Promise<readonly string[]> {
  let best = keys.length;
  for await (const { tree } of records) {
    const first = keys.findIndex((key) => (tree[key] ?? '') !== '');
    if (first >= 0) best = Math.min(best, first);
    if (best === 0 || !keys.length) break;
  }
  return keys.filter((key, i) => i === best || (i > best && isCode(key)));
}

/** An exported file has a row for each line of a record, and names the record in its first columns. */
function groupOf(plan: ColumnPlan, columns: readonly string[]): string | undefined {
  const hasLines = columnsFor(plan, columns).some((field) =>
    [...plan.lines].some((list) => field.startsWith(`${list}.`)),
  );
  const names = [plan.resource.id, ...plan.resource.keys];
  return hasLines ? names.find((name) => columns.includes(name)) : undefined;
}

function unreadable(error: unknown): never {
  if (error instanceof StartFault || !(error instanceof Error) || !('code' in error)) throw error;
  throw new StartFault(`The file cannot be read (${String(error.code)}).`);
}
