import type { Fault } from '@stockbook/contracts';
import { isDeepStrictEqual } from 'node:util';

type Configuration = Record<string, unknown>;

const MASK = '********';
const SECRET_NAME = /secret|pass(word|wd|phrase|code)|token|key|credential|private|authorization/i;
/** The fields that identify an element of a list, the strongest first. */
const NATURAL_KEYS = ['id', 'code', 'shop', 'name'];

/** The configuration as answers show it: what stands under the name of a secret, at any depth, is eight asterisks. */
export const masked = (configuration: Configuration): Configuration =>
  mapped(configuration, (name, value) => (SECRET_NAME.test(name) ? maskOf(value) : maskedIn(value)));

/**
 * The configuration to store: each mask becomes the secret that is stored in its place. A mask that stands for no secret for
 * certain is a fault, since a guess could store the secret of another shop.
 */
export const unmasked = (given: Configuration, stored: Configuration, faults: Fault[]): Configuration =>
  restoredObject(given, stored, 'configuration', faults);

const mapped = (configuration: Configuration, valueOf: (name: string, value: unknown) => unknown): Configuration =>
  Object.fromEntries(Object.entries(configuration).map(([name, value]) => [name, valueOf(name, value)]));

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** Answers do show that a secret is not set. */
const maskOf = (value: unknown) => (isSet(value) ? MASK : value);

const isConfiguration = (value: unknown): value is Configuration =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function maskedIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskedIn);
  return isConfiguration(value) ? masked(value) : value;
}

function restoredObject(given: Configuration, stored: unknown, path: string, faults: Fault[]): Configuration {
  const known = isConfiguration(stored) ? stored : {};
  return mapped(given, (name, value) => {
    const at = `${path}.${name}`;
    return SECRET_NAME.test(name)
      ? restoredSecret(value, known[name], at, faults)
      : restoredValue(value, known[name], at, faults);
  });
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

/**
 * For each element of a list the stored element that it is: by its place in a list that comes back as it was shown, else by
 * all that is shown of it, else by its natural key. An element that could be one of several is none of them.
 */
function counterpartsOf(given: readonly unknown[], stored: readonly unknown[]): readonly unknown[] {
  if (isDeepStrictEqual(given, maskedIn(stored))) return stored;
  const finders = [shownPart, naturalKey].map((identityOf) => {
    const [inGiven, inStored] = [uniqueBy(given, identityOf), uniqueBy(stored, identityOf)];
    return (element: unknown) => {
      const identity = identityOf(element);
      return inGiven.has(identity) ? inStored.get(identity) : undefined;
    };
  });
  return given.map((element) => finders.map((find) => find(element)).find((found) => found !== undefined));
}

/** An element without its secrets, as a text that does not depend on the order of its fields. */
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

/** The elements whose identity no other element has, by that identity. */
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

/** The paths of the masks in what is given as a secret. */
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
