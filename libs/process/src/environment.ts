import { StartFault } from './start-fault.js';

/** Environment variables, as process.env holds them. An empty one counts as not set. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A whole number from `min` to `max`; a StartFault if the variable is anything else. */
export function integer(env: Environment, name: string, usual: number, max: number, min = 0): number {
  const text = env[name] || String(usual);
  if (/^\d{1,10}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
  throw new StartFault(`${name} must be a whole number from ${min} to ${max}, not '${text}'.`);
}

/** One of a few words; a StartFault if the variable is anything else. */
export function oneOf<T extends string>(env: Environment, name: string, usual: T, values: readonly T[]): T {
  const text = env[name] || usual;
  const value = values.find((each) => each === text);
  if (value) return value;
  throw new StartFault(`${name} must be one of ${values.join(', ')}, not '${text}'.`);
}

/** The value of a variable; a StartFault if it is missing or empty. */
export function needed<T>(name: string, value: T | undefined): T {
  if (value === undefined) throw new StartFault(`${name} must be set.`);
  return value;
}

/** Reads settings together, so that one StartFault names every fault, a sentence a line. */
export function readAll<T extends object>(readers: { readonly [K in keyof T]: () => T[K] }): T {
  const faults: string[] = [];
  const read = (reader: () => unknown) => {
    try {
      return reader();
    } catch (error) {
      if (!(error instanceof StartFault)) throw error;
      faults.push(error.message);
      return undefined;
    }
  };
  const settings = Object.entries<() => unknown>(readers).map(([name, reader]) => [name, read(reader)]);
  if (faults.length) throw new StartFault(faults.join('\n'));
  return Object.fromEntries(settings) as T;
}
