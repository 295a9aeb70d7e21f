import { isIP } from 'node:net';
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

/** Reads a list like `10.0.0.0/8,fd00::1`. A network of all addresses is none. */
export function networks(env: Environment, name: string): readonly string[] {
  const entries = (env[name] ?? '').split(',').map((entry) => entry.trim());
  const named = entries.filter(Boolean);
  const wrong = named.find((entry) => !isNetwork(entry));
  if (wrong === undefined) return named;
  throw new StartFault(`${name} must be addresses or networks like 10.0.0.0/8, not '${wrong}'.`);
}

/** Reads a list like `https://shop.example`. Browsers trust plain HTTP only on localhost. */
export function origins(env: Environment, name: string): readonly string[] {
  const named = (env[name] ?? '').split(',').map((entry) => entry.trim());
  const given = named.filter(Boolean);
  const wrong = given.find(
    (entry) => !/^(https:\/\/[^/?#@]+|http:\/\/localhost(:\d+)?)$/.test(entry) || !URL.canParse(entry),
  );
  if (wrong === undefined) return given;
  throw new StartFault(`${name} must be origins like https://shop.example, not '${wrong}'.`);
}

/** Tells whether a text is an address, or a network like `10.0.0.0/8`. The network of all addresses does not count. */
export function isNetwork(entry: string): boolean {
  const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const longest = { 4: 32, 6: 128 }[isIP(address)] ?? 0;
  const length = bits === undefined ? longest : Number(bits);
  return length > 0 && length <= longest;
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
