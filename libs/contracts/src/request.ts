import { Authentication, RequestOptions, type RevisedOptions } from './common.js';
import type { Endpoint, Operation } from './contract.js';
import { type Fields, fieldsOf, Text } from './fields/fields.js';
import { readFields, type Reader } from './fields/parse.js';
import type { Fault } from './fields/refused.js';
import { revisionFaults, writeOptionsOf } from './revision.js';
import { listFaults } from './sparse.js';
import { fieldAt, fieldsOfAll, hasUnknownFields, unknownFields } from './fields/unknown-fields.js';

/** A request's body as it was read. If it has faults, nothing may be done for it. */
export interface GivenRequest<I extends object> {
  readonly input: I;
  readonly options: RevisedOptions;
  readonly faults: readonly Fault[];
  /** One sentence for each field that the operation does not have. */
  readonly warnings: readonly string[];
}

/** The key may stand in the header too, so the gateway judges it. */
class Keyed {
  @Text({ optional: true }) idempotency_key?: string;
}

const MAX_UNKNOWN = 20;

export function readRequest<I extends object>(operation: Endpoint<I>, body: object, reader: Reader): GivenRequest<I> {
  const { input, faults } = readFields(operation.request, body, reader);
  const options = readFields<RevisedOptions>(optionsOf(operation), body, reader);
  const unknown = hasUnknownFields(knownFields(operation), body) ? unknownIn(operation, body) : [];
  const isStrict = options.input.strict === true;
  const ofOptions = [...options.faults, ...revisionFaults(input, options.input)];
  return {
    input,
    options: options.input,
    faults: [...faults, ...listFaults(operation, input), ...ofOptions, ...(isStrict ? unknown : [])],
    warnings: isStrict ? [] : unknown.map(({ message }) => message),
  };
}

export const fieldNamed = (operation: Endpoint, names: readonly string[]): Fields[string] | undefined =>
  fieldAt(knownFields(operation), names);

const optionsOf = (operation: Endpoint) => (operation.kind === 'write' ? writeOptionsOf(operation) : RequestOptions);

const known = new WeakMap<Endpoint, Fields>();
function knownFields(operation: Endpoint): Fields {
  const found =
    known.get(operation) ?? fieldsOfAll(Authentication, writeOptionsOf(operation), Keyed, operation.request);
  known.set(operation, found);
  return found;
}

/** Sentences about an operation name its resource and verb. */
export const shortName = ({ path }: Endpoint): string => path.split('/').slice(-2).join('/');

function unknownIn(operation: Endpoint, body: object): Fault[] {
  const name = shortName(operation);
  const faults: Fault[] = [];
  for (const { path, nearest } of unknownFields(knownFields(operation), body)) {
    if (faults.length === MAX_UNKNOWN) {
      faults.push({ code: 'unknown_field', message: 'The request has more unknown fields than are listed here.' });
      break;
    }
    const isReadOnly = operation.path.endsWith('/edit') && isShown(operation, path);
    const fault = isReadOnly ? `does not change ${path}: it is read-only` : `has no field ${path}`;
    const meant = !isReadOnly || nearest === `${path}_id` ? nearest : undefined;
    const message = `${name} ${fault}${meant ? `; did you mean ${meant}?` : '.'}`;
    faults.push({ code: 'unknown_field', field: path, message });
  }
  return faults;
}

/** An `edit` may take a list or an object of the record under another name. */
function isShown({ shown }: Endpoint & Partial<Operation>, path: string): boolean {
  const records = Object.values(shown ? fieldsOf(shown) : {}).flatMap(({ of }) => (of ? [of()] : []));
  const names = path.split(/(?:\[\d+\])?\./);
  return records.some((record) => {
    const field = fieldAt(fieldsOf(record), names);
    return field !== undefined && !field.of && field.schema['type'] !== 'object';
  });
}
