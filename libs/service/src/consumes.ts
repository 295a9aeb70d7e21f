import 'reflect-metadata';
import { type AnyFact, type EventType, isFactType } from '@stockbook/contracts';
import type { Consumption, EventHandler } from '@stockbook/messaging';
import { events } from './topics.js';

interface Marked {
  readonly type: EventType;
  readonly method: string;
}
const [CONSUMED, CONSUMES_ALL, CONSUMES_FACTS] = [Symbol('consumed'), Symbol('consumes all'), Symbol('consumes facts')];

export function Consumes<P extends object>(...types: readonly EventType<P>[]) {
  return <M extends EventHandler<P>>(target: object, method: string, _: TypedPropertyDescriptor<M>) => {
    const known: Marked[] = Reflect.getMetadata(CONSUMED, target.constructor) ?? [];
    Reflect.defineMetadata(CONSUMED, [...known, ...types.map((type) => ({ type, method }))], target.constructor);
  };
}

export function ConsumesAll() {
  return <M extends EventHandler>(target: object, method: string, _: TypedPropertyDescriptor<M>) =>
    Reflect.defineMetadata(CONSUMES_ALL, method, target.constructor);
}

export function ConsumesFacts() {
  return <M extends EventHandler<AnyFact>>(target: object, method: string, _: TypedPropertyDescriptor<M>) =>
    Reflect.defineMetadata(CONSUMES_FACTS, method, target.constructor);
}

export function consumptionsOf(instance: object): Consumption[] {
  const marked: Marked[] = Reflect.getMetadata(CONSUMED, instance.constructor) ?? [];
  const marks = (key: symbol, types: readonly EventType[]): Marked[] => {
    const method: string | undefined = Reflect.getMetadata(key, instance.constructor);
    return method ? types.map((type) => ({ type, method })) : [];
  };
  const known = [...marked, ...marks(CONSUMES_ALL, events), ...marks(CONSUMES_FACTS, events.filter(isFactType))];
  const methods = instance as Record<string, EventHandler<never>>;
  return known.map(({ type, method }) => ({
    type,
    handle: (events, tx) => methods[method]!.call(instance, events, tx),
  }));
}
