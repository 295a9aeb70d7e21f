import 'reflect-metadata';
import { type AnyFact, type EventType, type FactType, isFactType } from '@stockbook/contracts';
import type { Consumption, EventHandler } from '@stockbook/messaging';
import { events } from './topics.js';

interface Marked {
  readonly type: EventType;
  readonly method: string;
}
const CONSUMED = Symbol('consumed');

export function Consumes<P extends object>(...types: readonly EventType<P>[]) {
  return <M extends EventHandler<P>>(target: object, method: string, _: TypedPropertyDescriptor<M>) => {
    const known: Marked[] = Reflect.getMetadata(CONSUMED, target.constructor) ?? [];
    Reflect.defineMetadata(CONSUMED, [...known, ...types.map((type) => ({ type, method }))], target.constructor);
  };
}

const isFact = (type: EventType): type is FactType<object, AnyFact> => isFactType(type);

export const ConsumesFacts = () => Consumes(...events.filter(isFact));

export function consumptionsOf(instance: object): Consumption[] {
  const known: Marked[] = Reflect.getMetadata(CONSUMED, instance.constructor) ?? [];
  const methods = instance as Record<string, EventHandler<never>>;
  return known.map(({ type, method }) => ({
    type,
    handle: (events, tx) => methods[method]!.call(instance, events, tx),
  }));
}
