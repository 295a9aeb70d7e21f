import type { EventType } from './events.js';
import { type Class, Id, One, OneOf, partialOf, Text } from './fields/fields.js';
import { withRevision } from './revision.js';

export class Actor {
  @Id({ doc: '0: a service on its own behalf, or an operator.' }) user_id!: number;
  @Text() username!: string;
  @Text({ doc: "The client's operation, like sale/order/edit; empty: there was none." }) operation!: string;
  @Text({ doc: 'The X-Request-Id of the request that made the change; empty: there was none.' }) request_id!: string;
  @Text({ doc: "The client's network address; empty: there was none." }) address!: string;
}

export const SYSTEM: Actor = { user_id: 0, username: '', operation: '', request_id: '', address: '' };

/** A change of a record, complete enough that a consumer need not ask back. */
export interface Fact<R extends object = object, C extends string = string> {
  readonly change: C;
  readonly actor: Actor;
  /** The record as its `get` shows it after the change, cost included. A deleted record has its last state. */
  readonly record: R;
  /** The former values of the changed fields, except `date_modified` and `revision`, which every change moves. */
  readonly previous: Partial<R>;
}

/** The class of the payload says which cost fields can be left out. */
export interface FactType<R extends object = object, P extends object = object> extends EventType<P> {
  readonly record: Class<R>;
}

const PLAIN_CHANGES = ['added', 'edited', 'deleted'] as const;
export type PlainChange = (typeof PLAIN_CHANGES)[number];
export type PlainFactType<R extends object> = FactType<R, Fact<R, PlainChange>>;

/** The part of a fact that does not depend on its resource. */
export interface AnyFact {
  readonly change: string;
  readonly actor: Actor;
  readonly previous?: object;
}

export const isFactType = (type: EventType): type is FactType => 'record' in type;

/**
 * Declares the facts of a resource with these changes: added, edited and deleted by default. Records that are added and
 * edited have a revision. A level of stock is only edited: the facts of all levels of an item share one sequence.
 */
export function fact<R extends object>(topic: string, record: Class<R>): PlainFactType<R>;
export function fact<R extends object, const C extends readonly string[]>(
  topic: string,
  record: Class<R>,
  changes: C,
): FactType<R, Fact<R, C[number]>>;
export function fact<R extends object>(
  topic: string,
  record: Class<R>,
  changes: readonly string[] = PLAIN_CHANGES,
): FactType<R, Fact<R>> {
  const isRevised = changes.includes('added') && changes.includes('edited');
  const shown = isRevised ? withRevision(record) : record;
  return { topic, name: `${topic}.changed`, version: 1, record: shown, payload: factClass(shown, changes) };
}

function factClass<R extends object>(record: Class<R>, changes: readonly string[]): Class<Fact<R>> {
  const shown: Class = record;
  const previous: Class = partialOf(record, `${record.name}Previous`);
  class Payload {
    @OneOf(changes) change!: string;
    @One(() => Actor) actor!: Actor;
    @One(() => shown) record!: object;
    @One(() => previous) previous!: object;
  }
  Object.defineProperty(Payload, 'name', { value: `${record.name}Fact` });
  return Payload as unknown as Class<Fact<R>>;
}
