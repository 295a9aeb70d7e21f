import { Option } from 'commander';
import { UsageFault } from './faults.js';

export interface UserOptions {
  readonly domain: string;
  readonly email: string;
}

export const domain = new Option('--domain <domain>', 'the domain of the account').makeOptionMandatory();
export const email = new Option('--email <address>', "the user's e-mail, which is the api_key").makeOptionMandatory();

export const switches = [
  { verb: 'enable', enabled: true },
  { verb: 'disable', enabled: false },
] as const;

/** The largest id of an account and of every record that an administrator adds. */
const LARGEST_ID = 2_147_483_647;

/** `what` begins the sentence of a fault. */
export const idParser =
  (what: string, largest = LARGEST_ID) =>
  (text: string): number => {
    const id = Number(text);
    if (/^\d+$/.test(text) && id >= 1 && id <= largest) return id;
    throw new UsageFault(`${what} must be a whole number from 1 to ${largest}, not '${text}'.`);
  };

/** Reads an RFC 3339 time. */
export function timeOf(text: string): Date {
  const time = new Date(text);
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(text);
  if (isWhole && !Number.isNaN(time.getTime())) return time;
  throw new UsageFault(`The time must be written like 2026-11-01T00:00:00Z, not '${text}'.`);
}

export const eventsOf = (count: number): string => (count === 1 ? '1 event' : `${count} events`);
