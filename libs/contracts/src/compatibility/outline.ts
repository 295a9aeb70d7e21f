import { Authentication, RevisedOptions, WriteOptions } from '../common.js';
import {
  type Endpoint,
  endpointsIn,
  isOperation,
  type Kind,
  type Operation,
  resourceOf,
  type Service,
} from '../contract.js';
import { eventsIn } from '../documents/asyncapi.js';
import type { EventType } from '../events.js';
import { isFactType } from '../facts.js';
import { type Class, fieldsOf, type FieldSpec } from '../fields/fields.js';
import { httpStatusOf } from '../fields/refused.js';
import { webhookSubscriptions } from '../integration/webhook-events.js';

/** The keywords of a field's JSON Schema, without documentation, and the contract's other statements on the field. */
export interface FieldOutline {
  readonly [keyword: string]: unknown;
  /** The class of its object or objects. */
  readonly of?: string;
  readonly optional?: true;
  /** The form of its texts, as an example of dates and lists of ids; other texts have none. */
  readonly like?: string;
  /** The field is shown and accepted only with the permission to view cost. */
  readonly cost?: true;
}

export interface OperationOutline {
  /** Absent means the gateway. */
  readonly service?: Service;
  readonly kind: Kind;
  /** The rights that a caller needs, such as `access sale/order`. */
  readonly rights: readonly string[];
  readonly request: string;
  readonly response: string;
  readonly bodyLimit: number;
  readonly replaysIdentical?: boolean;
}

export interface EventOutline {
  readonly topic: string;
  readonly version: number;
  readonly payload: string;
  /** Its payload holds a record of the public API, which gains fields. */
  readonly isFact?: true;
}

export type ClassOutlines = Readonly<Record<string, Readonly<Record<string, FieldOutline>>>>;

/** The outline is plain data, so that a file can keep a release. */
export interface ContractOutline {
  readonly release: string;
  readonly operations: Readonly<Record<string, OperationOutline>>;
  readonly events: Readonly<Record<string, EventOutline>>;
  readonly webhooks: readonly string[];
  /** The status of each code. */
  readonly faults: Readonly<Record<string, number>>;
  /** The classes of the fields that every request, or every write, has besides its own. */
  readonly common: readonly string[];
  readonly classes: ClassOutlines;
}

export function outlineOf(module: object, release: string): ContractOutline {
  const classes = new Classes();
  const operations = endpointsIn(module).map((endpoint) => [endpoint.path, endpointOutline(endpoint, classes)]);
  const events = eventsIn(module).map((type) => [type.name, eventOutline(type, classes)]);
  return {
    release,
    operations: sorted(Object.fromEntries(operations)),
    events: sorted(Object.fromEntries(events)),
    webhooks: [...webhookSubscriptions.keys()].sort(),
    faults: httpStatusOf,
    common: [Authentication, WriteOptions, RevisedOptions].map((type) => classes.nameOf(type)),
    classes: sorted(classes.outlines),
  };
}

function endpointOutline(endpoint: Endpoint, classes: Classes): OperationOutline {
  const { kind, request, response, bodyLimit } = endpoint;
  const shapes = { request: classes.nameOf(request), response: classes.nameOf(response), bodyLimit };
  if (!isOperation(endpoint)) return { kind, rights: [], ...shapes };
  const { service, replaysIdentical } = endpoint;
  return { service, kind, rights: rightsOf(endpoint), ...shapes, replaysIdentical };
}

function eventOutline(type: EventType, classes: Classes): EventOutline {
  const { topic, version, payload } = type;
  // The former values of a fact have the fields of its record.
  if (isFactType(type)) return { topic, version, payload: classes.nameOf(payload, 'previous'), isFact: true };
  return { topic, version, payload: classes.nameOf(payload) };
}

function rightsOf(operation: Operation): string[] {
  const { kind, needs, isForEveryone } = operation;
  if (isForEveryone) return [];
  const right = (needs?.kind ?? kind) === 'read' ? 'access' : 'modify';
  const fields = Object.entries(needs?.fields ?? {});
  return [`${right} ${resourceOf(operation)}`, ...fields.map(([field, of]) => `access ${of} for ${field}`)];
}

class Classes {
  readonly outlines: Record<string, Record<string, FieldOutline>> = {};
  private readonly names = new Map<Class, string>();

  nameOf(type: Class, leftOut?: string): string {
    const known = this.names.get(type);
    if (known) return known;
    let name = type.name;
    for (let n = 2; name in this.outlines; n++) name = `${type.name}${n}`;
    // The name is set before the fields are read, because these may hold the class itself.
    this.names.set(type, name);
    this.outlines[name] = {};
    const fields = Object.entries(fieldsOf(type)).filter(([field]) => field !== leftOut);
    this.outlines[name] = Object.fromEntries(fields.map(([field, spec]) => [field, this.fieldOutline(spec)]));
    return name;
  }

  private fieldOutline({ schema, of, optional, cost }: FieldSpec): FieldOutline {
    const { examples, description: _description, pattern: _pattern, ...rules } = schema;
    const [like] = Array.isArray(examples) ? examples : [];
    return {
      ...rules,
      ...(typeof like === 'string' && { like }),
      ...(of && { of: this.nameOf(of()) }),
      ...(optional && { optional }),
      ...(cost && { cost }),
    };
  }
}

const sorted = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)));
