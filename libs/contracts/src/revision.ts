import { RevisedOptions, WriteOptions } from './common.js';
import type { Endpoint, Operation } from './contract.js';
import { fieldEntriesOf } from './fields/field.js';
import { type Class, fieldsOf, Int } from './fields/fields.js';
import { type Fault, invalidField } from './fields/refused.js';
import { keyOf } from './sparse.js';

/** The fields that a record which can be edited shows besides its own. */
export interface Revised {
  readonly revision: number;
}

const DOC = 'Additive. Rises with each change of the record: the sequence of its events.';

export const Revision = () => Int({ min: 1, max: Number.MAX_SAFE_INTEGER, doc: DOC });

export function withRevision<R extends object>(record: Class<R>): Class<R> {
  Revision()(record.prototype as unknown as { revision: number }, 'revision');
  return record;
}

export const hasRevision = (record: Class): boolean => 'revision' in fieldsOf(record);

/** The record that a write changes. */
export interface RevisedRecord {
  /** The field of the request that names it; absent if an account has one such record. */
  readonly key?: string;
  /** The field of the answer to `get` that shows it. */
  readonly shownAs: string;
}

const known = new WeakMap<Endpoint, RevisedRecord | undefined>();

/** Returns the record whose revision the caller of a write may name; undefined if the write changes none, or many. */
export function revisedBy(operation: Endpoint): RevisedRecord | undefined {
  if (!known.has(operation)) known.set(operation, findRevised(operation));
  return known.get(operation);
}

function findRevised({ kind, path, request, shown, needs }: Endpoint & Partial<Operation>): RevisedRecord | undefined {
  if (kind !== 'write' || !shown || needs?.kind === 'read') return undefined;
  const [shownAs, { of, list }] = fieldEntriesOf(shown).find(([, { of }]) => of) ?? ['', {}];
  if (!of || !hasRevision(of())) return undefined;
  if (!list) return { shownAs };
  const id = keyOf(path, of());
  // A stock take shows its id by both names.
  const key = [id, `item_${id}`].find((name) => name in fieldsOf(request));
  return key ? { key, shownAs } : undefined;
}

export const writeOptionsOf = (operation: Endpoint): Class<WriteOptions> =>
  revisedBy(operation) ? RevisedOptions : WriteOptions;

/** Finds faults in the `if_revision` of a write: it is that of one record. */
export function revisionFaults(input: { readonly batch_id?: unknown }, { if_revision }: RevisedOptions): Fault[] {
  if (if_revision === undefined || ![input.batch_id ?? []].flat().length) return [];
  return [invalidField('if_revision', 'if_revision is that of one record, and batch_id names several.')];
}
