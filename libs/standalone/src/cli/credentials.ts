import { Stockbook, StockbookError, type StockbookOptions } from '@stockbook/client';
import { codeOf, type Environment, reasonOf, StartFault } from '@stockbook/process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Demo, demoIn, homeOf } from '../home/home.js';

/** Reads the file of `STOCKBOOK_CREDENTIALS`, by default the home's demo account. */
async function readCredentials(env: Environment): Promise<Demo> {
  const file = env['STOCKBOOK_CREDENTIALS'] || join(homeOf(env), 'demo.json');
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new StartFault(
      `The credentials ${file} cannot be read (${reasonOf(error)}): start Stockbook first, or set STOCKBOOK_CREDENTIALS.`,
    );
  });
  const account = demoIn(content);
  if (account && /^https?:/.test(account.url) && URL.canParse(account.url)) return account;
  throw new StartFault(`The credentials ${file} must be a JSON object of url, domain, api_key and api_secret.`);
}

/**
 * Lets work call the API as the account whose credentials those are. Its refusal, or that nothing answers, is a
 * StartFault.
 */
export async function withClient<T>(
  env: Environment,
  work: (client: Stockbook, account: Demo) => Promise<T>,
  options: Partial<StockbookOptions> = {},
): Promise<T> {
  const account = await readCredentials(env);
  const { url, domain, api_key: apiKey, api_secret: apiSecret } = account;
  try {
    return await work(new Stockbook({ url, domain, apiKey, apiSecret, ...options }), account);
  } catch (error) {
    if (!(error instanceof StockbookError)) throw error;
    if (error.status) throw new StartFault(error.errors.join('\n') || error.message);
    const cause = error.cause instanceof Error && error.cause.cause ? error.cause.cause : error.cause;
    throw new StartFault(`Stockbook does not answer at ${url} (${codeOf(cause)}): is it running?`);
  }
}
