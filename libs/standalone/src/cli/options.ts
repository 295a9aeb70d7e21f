import { StartFault } from '@stockbook/process';
import { Option } from 'commander';
import type { Provisioning } from '@stockbook/settings';

export interface AccountOptions {
  readonly domain: string;
}
export interface UserOptions extends AccountOptions {
  readonly email: string;
}
export type Provision = <T>(work: (provisioning: Provisioning) => Promise<T>) => Promise<T>;
export type Print = (text: string) => void;

export const domain = new Option('--domain <domain>', 'the domain of the account').makeOptionMandatory();
export const email = new Option('--email <address>', "the user's e-mail, which is the api_key").makeOptionMandatory();

export const switches = [
  { verb: 'enable', enabled: true },
  { verb: 'disable', enabled: false },
] as const;

/** The largest id of an account and of every record that an administrator adds. */
const LARGEST_ID = 2_147_483_647;

/** `what` begins the sentence of a fault. */
export const idOf =
  (what: string, largest = LARGEST_ID) =>
  (text: string): number => {
    const id = Number(text);
    if (/^\d+$/.test(text) && id >= 1 && id <= largest) return id;
    throw new StartFault(`${what} must be a whole number from 1 to ${largest}, not '${text}'.`);
  };
