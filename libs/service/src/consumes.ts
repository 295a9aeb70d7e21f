import 'reflect-metadata';
import type { EventType } from '@stockbook/contracts';
import type { Consumption, EventHandler } from '@stockbook/messaging';

interface Marked {
  readonly type: EventType;
  readonly method: string;
}
const CONSUMED = Symbol('consumed');

/** Makes a method the handler of a kind of event. */
export function Consumes<P extends object>(type: EventType<P>) {
  return <M extends EventHandler<P>>(target: object, method: string, _: TypedPropertyDescriptor<M>) => {
    const known: Marked[] = Reflect.getMetadata(CONSUMED, target.constructor) ?? [];
    Reflect.defineMetadata(CONSUMED, [...known, { type, method }], target.constructor);
  };
}

/** The events that an instance consumes, with its handlers. */
export function consumptionsOf(instance: object): Consumption[] {
  const known: Marked[] = Reflect.getMetadata(CONSUMED, instance.constructor) ?? [];
  const methods = instance as Record<string, EventHandler<never>>;
  return known.map(({ type, method }) => ({
    type,
    handle: (events, tx) => methods[method]!.call(instance, events, tx),
  }));
}
