import { Stockbook, StockbookError, type StockbookOptions } from '@stockbook/client';
import type { Environment } from '@stockbook/process';
import { codeOf, StartFault } from '@stockbook/process/faults';
import type { Demo as Account } from '../../home/demo-file.js';
import { NoAnswer } from '../faults.js';
import { credentialsFile, type ProfileOption, readAccount } from './profiles.js';

/** Lets work call the API for the account that the options and variables choose. A refusal is a StartFault. */
export async function withClient<T>(
  env: Environment,
  options: ProfileOption,
  work: (client: Stockbook, account: Account) => Promise<T>,
  more: Partial<StockbookOptions> = {},
): Promise<T> {
  const account = await readAccount(await credentialsFile(env, options));
  return asAccount(account, (client) => work(client, account), more);
}

/** Tells an account from those of the same name on other servers. */
export const accountName = ({ url, domain }: Account): string => `${domain} ${new URL(url).href}`;

export async function asAccount<T>(
  account: Account,
  work: (client: Stockbook) => Promise<T>,
  more: Partial<StockbookOptions> = {},
): Promise<T> {
  const { url, domain, api_key: apiKey, api_secret: apiSecret } = account;
  try {
    return await work(new Stockbook({ ...more, url, domain, apiKey, apiSecret }));
  } catch (error) {
    throw error instanceof StockbookError ? faultOf(error, url) : error;
  }
}

function faultOf(error: StockbookError, url: string): StartFault {
  const message = error.errors.join('\n') || error.message;
  if (error.status) return isPassing(error) ? new NoAnswer(message) : new StartFault(message);
  const cause = error.cause instanceof Error && error.cause.cause ? error.cause.cause : error.cause;
  return new NoAnswer(`Stockbook does not answer at ${url} (${codeOf(cause)}): is it running?`);
}

/** A request that was refused for now may be granted later. */
export const isPassing = ({ status }: StockbookError): boolean => status === 429 || status >= 500;
