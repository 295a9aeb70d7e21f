import type { Fault } from '@stockbook/contracts';
import { isDeepStrictEqual } from 'node:util';

type Configuration = Record<string, unknown>;

const MASK = '********';
const SECRET_NAME = /secret|pass(word|wd|phrase|code)|token|key|credential|private|authorization/i;
/** Identify an element of a list; the strongest first. */
const NATURAL_KEYS = ['id', 'code', 'shop', 'name'];

/** Replaces the value of each name of a secret, at any depth, by eight asterisks. An empty value shows that it is not set. */
export const masked = <C extends Configuration | readonly unknown[]>(configuration: C): C =>
  JSON.parse(JSON.stringify(configuration, (name, value) => (SECRET_NAME.test(name) && isSet(value) ? MASK : value)));

/** Replaces masks by stored secrets. A mask without a certain match is a fault: a guess could store another shop's secret. */
export const unmasked = (given: Configuration, stored: Configuration, faults: Fault[]): Configuration =>
  restoredObject(given, stored, 'configuration', faults);

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

const isConfiguration = (value: unknown): value is Configuration =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function restoredObject(given: Configuration, stored: unknown, path: string, faults: Fault[]): Configuration {
  const known = isConfiguration(stored) ? stored : {};
  const restored = Object.entries(given).map(([name, value]) => {
    const restore = SECRET_NAME.test(name) ? restoredSecret : restoredValue;
    return [name, restore(value, known[name], `${path}.${name}`, faults)];
  });
  return Object.fromEntries(restored);
}

function restoredSecret(given: unknown, stored: unknown, path: string, faults: Fault[]): unknown {
  if (given === MASK && isSet(stored)) return stored;
  faults.push(...masksIn(given, path).map(noSecretFor));
  return given;
}

function restoredValue(given: unknown, stored: unknown, path: string, faults: Fault[]): unknown {
  if (Array.isArray(given)) {
    const counterparts = counterpartsOf(given, Array.isArray(stored) ? stored : []);
    return given.map((each, i) => restoredValue(each, counterparts[i], `${path}[${i}]`, faults));
  }
  return isConfiguration(given) ? restoredObject(given, stored, path, faults) : given;
}

/** Matches by place in an unchanged list, else by the shown part, else by natural key. An ambiguous element matches none. */
function counterpartsOf(given: readonly unknown[], stored: readonly unknown[]): readonly unknown[] {
  if (isDeepStrictEqual(given, masked(stored))) return stored;
  const finders = [shownPart, naturalKey].map((identityOf) => {
    const [inGiven, inStored] = [uniqueBy(given, identityOf), uniqueBy(stored, identityOf)];
    return (element: unknown) => {
      const identity = identityOf(element);
      return inGiven.has(identity) ? inStored.get(identity) : undefined;
    };
  });
  return given.map((element) => finders.map((find) => find(element)).find((found) => found !== undefined));
}

/** Does not depend on the order of the fields. */
function shownPart(element: unknown): string {
  if (Array.isArray(element)) return `[${element.map(shownPart).join()}]`;
  if (!isConfiguration(element)) return JSON.stringify(element);
  const shown = Object.entries(element).filter(([name]) => !SECRET_NAME.test(name));
  const fields = shown.map(([name, value]) => `${JSON.stringify(name)}:${shownPart(value)}`);
  return `{${fields.sort().join()}}`;
}

function naturalKey(element: unknown): string | undefined {
  if (!isConfiguration(element)) return undefined;
  const name = NATURAL_KEYS.find((key) => ['string', 'number'].includes(typeof element[key]));
  return name && `${name}:${JSON.stringify(element[name])}`;
}

/** Leaves out elements that share an identity. */
function uniqueBy(elements: readonly unknown[], identityOf: (element: unknown) => string | undefined) {
  const found = new Map<string | undefined, unknown>();
  const repeated = new Set<string | undefined>([undefined]);
  for (const element of elements) {
    const identity = identityOf(element);
    if (found.has(identity)) repeated.add(identity);
    found.set(identity, element);
  }
  for (const identity of repeated) found.delete(identity);
  return found;
}

function masksIn(given: unknown, path: string): string[] {
  if (Array.isArray(given)) return given.flatMap((each, i) => masksIn(each, `${path}[${i}]`));
  if (isConfiguration(given)) return Object.entries(given).flatMap(([name, each]) => masksIn(each, `${path}.${name}`));
  return given === MASK ? [path] : [];
}

const noSecretFor = (field: string): Fault => ({
  code: 'invalid',
  field,
  message: `${field} is a mask that stands for no stored secret: give the secret itself.`,
});
