import { StartFault } from './start-fault.js';

/** Environment variables; an empty one counts as not set. */
export type Environment = Readonly<Record<string, string | undefined>>;
/** The injection token of the process's environment variables. */
export const ENVIRONMENT = Symbol('environment');

export function integer(env: Environment, name: string, usual: number, max: number, min = 0): number {
  const text = env[name] || String(usual);
  if (/^\d{1,10}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
  throw new StartFault(`${name} must be a whole number from ${min} to ${max}, not '${text}'.`);
}

export function oneOf<T extends string>(env: Environment, name: string, usual: T, values: readonly T[]): T {
  const text = env[name] || usual;
  const value = values.find((each) => each === text);
  if (value) return value;
  throw new StartFault(`${name} must be one of ${values.join(', ')}, not '${text}'.`);
}

export function needed<T>(name: string, value: T | undefined): T {
  if (value === undefined) throw new StartFault(`${name} must be set.`);
  return value;
}

/** Reads all settings, so that one StartFault names every fault, one sentence per line. */
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
