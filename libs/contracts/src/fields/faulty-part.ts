import { isSound } from './compiled-rules.js';
import { type Class, fieldEntriesOf, isObject } from './field.js';

/** The faults of this many objects of a request are listed, because class-validator takes up to 0.3 ms for each. */
const MOST_OBJECTS = 100;

/** class-validator passes over holes, so its time does not depend on what a client sends. */
export const faultyPart = <T extends object>(type: Class<T>, input: T): T => part(type, input, { left: MOST_OBJECTS });

interface Room {
  left: number;
}

function part<T extends object>(type: Class<T>, input: T, room: Room): T {
  const given = input as Readonly<Record<string, unknown>>;
  const faulty: Record<string, unknown> = {};
  for (const [name, { of }] of fieldEntriesOf(type)) {
    const value = given[name];
    if (of && Array.isArray(value)) faulty[name] = faultyObjects(of(), value, room);
    else if (of && isObject(value)) faulty[name] = part(of(), value, room);
  }
  return Object.assign(new type(), input, faulty);
}

function faultyObjects(of: Class, list: readonly unknown[], room: Room): unknown[] {
  const faulty = new Array<unknown>(list.length);
  for (let i = 0; i < list.length && room.left; i++) {
    const object = list[i];
    if (isObject(object) && isSound(of, object)) continue;
    room.left--;
    faulty[i] = isObject(object) ? part(of, object, room) : object;
  }
  return faulty;
}
