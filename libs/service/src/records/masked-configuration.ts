import type { Fault } from '@stockbook/contracts';
import { isDeepStrictEqual } from 'node:util';

export type Configuration = Record<string, unknown>;
export type Shows = (name: string) => boolean;

const MASK = '********';
/** These keys identify an element of a list; the strongest comes first. */
const NATURAL_KEYS = ['id', 'code', 'shop', 'name'];

/** Replaces each value under a name that is not shown by eight asterisks. An empty value shows that it is not set. */
export const masked = (configuration: Configuration, shows: Shows): Configuration =>
  Object.fromEntries(
    Object.entries(configuration).map(([name, value]) => {
      const hidden = isSet(value) ? MASK : value;
      return [name, shows(name) ? maskedValue(value, shows) : hidden];
    }),
  );

function maskedValue(value: unknown, shows: Shows): unknown {
  if (Array.isArray(value)) return value.map((each) => maskedValue(each, shows));
  return isConfiguration(value) ? masked(value, shows) : value;
}

/** A mask without a certain match is a fault: a guess could store another shop's secret. */
export const unmasked = (given: Configuration, stored: Configuration, shows: Shows, faults: Fault[]): Configuration =>
  new Restoration(shows, faults).object(given, stored, 'configuration');

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

const isConfiguration = (value: unknown): value is Configuration =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

class Restoration {
  /** Keeps what `readShownPart` returned, because each list around a part asks for it. */
  private readonly shownParts = new WeakMap<object, string>();

  constructor(
    private readonly shows: Shows,
    private readonly faults: Fault[],
  ) {}

  object(given: Configuration, stored: unknown, path: string): Configuration {
    const known = isConfiguration(stored) ? stored : {};
    const restored = Object.entries(given).map(([name, value]) => {
      const place = `${path}.${name}`;
      const was = Object.hasOwn(known, name) ? known[name] : undefined;
      return [name, this.shows(name) ? this.value(value, was, place) : this.secret(value, was, place)];
    });
    return Object.fromEntries(restored);
  }

  private secret(given: unknown, stored: unknown, path: string): unknown {
    if (given === MASK && isSet(stored)) return stored;
    this.faults.push(...masksIn(given, path).map(noSecretFor));
    return given;
  }

  private value(given: unknown, stored: unknown, path: string): unknown {
    if (Array.isArray(given)) {
      const counterparts = this.counterparts(given, Array.isArray(stored) ? stored : []);
      return given.map((each, i) => this.value(each, counterparts[i], `${path}[${i}]`));
    }
    return isConfiguration(given) ? this.object(given, stored, path) : given;
  }

  /** Matches by place, else by the shown part, else by natural key; an ambiguous element matches none. */
  private counterparts(given: readonly unknown[], stored: readonly unknown[]): readonly unknown[] {
    if (!stored.length || isDeepStrictEqual(given, maskedValue(stored, this.shows))) return stored;
    const finders = [(element: unknown) => this.shownPart(element), naturalKey].map((identityOf) => {
      const [inGiven, inStored] = [uniqueBy(given, identityOf), uniqueBy(stored, identityOf)];
      return (element: unknown) => {
        const identity = identityOf(element);
        return inGiven.has(identity) ? inStored.get(identity) : undefined;
      };
    });
    return given.map((element) => finders.map((find) => find(element)).find((found) => found !== undefined));
  }

  private shownPart(element: unknown): string {
    if (typeof element !== 'object' || element === null) return JSON.stringify(element);
    const shown = this.shownParts.get(element) ?? this.readShownPart(element);
    this.shownParts.set(element, shown);
    return shown;
  }

  /** Does not depend on the order of the fields. */
  private readShownPart(element: object): string {
    if (Array.isArray(element)) return `[${element.map((each) => this.shownPart(each)).join()}]`;
    const shown = Object.entries(element).filter(([name]) => this.shows(name));
    const fields = shown.map(([name, value]) => `${JSON.stringify(name)}:${this.shownPart(value)}`);
    return `{${fields.sort().join()}}`;
  }
}

function naturalKey(element: unknown): string | undefined {
  if (!isConfiguration(element)) return undefined;
  const name = NATURAL_KEYS.find((key) => ['string', 'number'].includes(typeof element[key]));
  return name && `${name}:${JSON.stringify(element[name])}`;
}

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
