import 'reflect-metadata';
import type { EventType } from '@stockbook/contracts';
import type { Consumption, EventHandler } from '@stockbook/messaging';
import { events } from './topics.js';

interface Marked {
  readonly type: EventType;
  readonly method: string;
}
const [CONSUMED, CONSUMES_ALL] = [Symbol('consumed'), Symbol('consumes all')];

/** Makes a method the handler of kinds of events. */
export function Consumes<P extends object>(...types: readonly EventType<P>[]) {
  return <M extends EventHandler<P>>(target: object, method: string, _: TypedPropertyDescriptor<M>) => {
    const known: Marked[] = Reflect.getMetadata(CONSUMED, target.constructor) ?? [];
    Reflect.defineMetadata(CONSUMED, [...known, ...types.map((type) => ({ type, method }))], target.constructor);
  };
}

/** Makes a method a handler of every kind of event. */
export function ConsumesAll() {
  return <M extends EventHandler>(target: object, method: string, _: TypedPropertyDescriptor<M>) =>
    Reflect.defineMetadata(CONSUMES_ALL, method, target.constructor);
}

/** The events that an instance consumes, with its handlers. */
export function consumptionsOf(instance: object): Consumption[] {
  const marked: Marked[] = Reflect.getMetadata(CONSUMED, instance.constructor) ?? [];
  const ofAll: string | undefined = Reflect.getMetadata(CONSUMES_ALL, instance.constructor);
  const known = ofAll ? [...marked, ...events.map((type) => ({ type, method: ofAll }))] : marked;
  const methods = instance as Record<string, EventHandler<never>>;
  return known.map(({ type, method }) => ({
    type,
    handle: (events, tx) => methods[method]!.call(instance, events, tx),
  }));
}
