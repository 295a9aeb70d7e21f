import { type Environment, reasonOf, StartFault } from '@stockbook/process';
import type { Credentials } from '@stockbook/auth';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { homeOf } from '../home/home-folder.js';

/** Reads the file of `STOCKBOOK_CREDENTIALS`, by default the home's demo account. */
export async function readCredentials(env: Environment): Promise<{ url: string; credentials: Credentials }> {
  const file = env['STOCKBOOK_CREDENTIALS'] || join(homeOf(env), 'demo.json');
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new StartFault(
      `The credentials ${file} cannot be read (${reasonOf(error)}): start Stockbook first, or set STOCKBOOK_CREDENTIALS.`,
    );
  });
  const { url, domain, api_key, api_secret } = fieldsIn(content);
  if (isHttpUrl(url) && typeof domain === 'string' && typeof api_key === 'string' && typeof api_secret === 'string') {
    return { url, credentials: { domain, api_key, api_secret } };
  }
  throw new StartFault(`The credentials ${file} must be a JSON object of url, domain, api_key and api_secret.`);
}

const isHttpUrl = (url: unknown): url is string => typeof url === 'string' && /^https?:/.test(url) && URL.canParse(url);

/** Messages of JSON.parse quote the text, which may show the secret. */
function fieldsIn(content: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(content));
  } catch {
    return {};
  }
}
