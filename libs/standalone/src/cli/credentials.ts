import { type Environment, reasonOf, StartFault } from '@stockbook/process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Demo, demoIn, homeOf } from '../home/home.js';

/** Reads the file of `STOCKBOOK_CREDENTIALS`, by default the home's demo account. */
export async function readCredentials(env: Environment): Promise<Demo> {
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
