import { Authentication, RequestOptions, WriteOptions } from './common.js';
import type { Operation } from './contract.js';
import { type Fields, Text } from './fields/fields.js';
import { readFields, type Reader } from './fields/parse.js';
import type { Fault } from './fields/refused.js';
import { fieldAt, fieldsOfAll, hasUnknownFields, unknownFields } from './fields/unknown-fields.js';

/** A request's body as it was read. With faults, nothing may be done for it. */
export interface GivenRequest<I extends object> {
  readonly input: I;
  readonly options: WriteOptions;
  readonly faults: readonly Fault[];
  /** One sentence for each field that the operation does not have. */
  readonly warnings: readonly string[];
}

/** The key may stand in the header too, so the gateway judges it. */
class Keyed {
  @Text({ optional: true }) idempotency_key?: string;
}

const MAX_UNKNOWN = 20;

/** Reads the body of an operation's request: its fields and the options, with every fault at once. */
export function readRequest<I extends object>(operation: Operation<I>, body: object, reader: Reader): GivenRequest<I> {
  const { input, faults } = readFields(operation.request, body, reader);
  const options = readFields<WriteOptions>(operation.kind === 'write' ? WriteOptions : RequestOptions, body, reader);
  const unknown = hasUnknownFields(knownFields(operation), body) ? unknownIn(operation, body) : [];
  const isStrict = options.input.strict === true;
  return {
    input,
    options: options.input,
    faults: [...faults, ...options.faults, ...(isStrict ? unknown : [])],
    warnings: isStrict ? [] : unknown.map(({ message }) => message),
  };
}

/** The field that a number of the body belongs to, by the names that lead to it; undefined: an unknown one. */
export const fieldNamed = (operation: Operation, names: readonly string[]): Fields[string] | undefined =>
  fieldAt(knownFields(operation), names);

const known = new WeakMap<Operation, Fields>();
function knownFields(operation: Operation): Fields {
  const found = known.get(operation) ?? fieldsOfAll(Authentication, WriteOptions, Keyed, operation.request);
  known.set(operation, found);
  return found;
}

function unknownIn(operation: Operation, body: object): Fault[] {
  const name = operation.path.split('/').slice(-2).join('/');
  const faults: Fault[] = [];
  for (const { path, nearest } of unknownFields(knownFields(operation), body)) {
    if (faults.length === MAX_UNKNOWN) {
      faults.push({ code: 'unknown_field', message: 'The request has more unknown fields than are listed here.' });
      break;
    }
    const message = `${name} has no field ${path}${nearest ? `; did you mean ${nearest}?` : '.'}`;
    faults.push({ code: 'unknown_field', field: path, message });
  }
  return faults;
}
