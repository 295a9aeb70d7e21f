import { call, type Credentials } from '@stockbook/auth';
import { operations } from '@stockbook/contracts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { codeOf, reasonOf, StartFault } from '../start-fault.js';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Signs and sends one request with the credentials of `STOCKBOOK_CREDENTIALS`, else of the home's demo account. `-` reads the
 * body from standard input. Returns the answer's JSON and whether the request was granted.
 */
export async function callOperation(
  env: Environment,
  path: string,
  given: string,
): Promise<{ json: string; ok: boolean }> {
  const { url, credentials } = await readCredentials(
    env['STOCKBOOK_CREDENTIALS'] || join(env['STOCKBOOK_HOME'] || '.stockbook', 'demo.json'),
  );
  if (!operations.has(path)) throw new StartFault(`There is no operation ${path}; /docs of the server lists them all.`);
  const body = parseBody(given === '-' ? await text(process.stdin) : given);
  const answer = await call(url, credentials, path, body).catch((error: unknown) => {
    const cause = error instanceof Error && error.cause ? error.cause : error;
    throw new StartFault(`Stockbook does not answer at ${url} (${codeOf(cause)}): is it running?`);
  });
  return { json: JSON.stringify(answer.body, null, 2), ok: answer.status === 200 };
}

async function readCredentials(file: string): Promise<{ url: string; credentials: Credentials }> {
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new StartFault(`The credentials ${file} cannot be read (${reasonOf(error)}): start Stockbook first.`);
  });
  const { url, domain, api_key, api_secret } = parseBody(content) as Record<string, unknown>;
  if (
    typeof url === 'string' &&
    typeof domain === 'string' &&
    typeof api_key === 'string' &&
    typeof api_secret === 'string'
  ) {
    return { url, credentials: { domain, api_key, api_secret } };
  }
  throw new StartFault(`The credentials ${file} must hold url, domain, api_key and api_secret.`);
}

function parseBody(content: string): object {
  try {
    const body: unknown = JSON.parse(content);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  } catch (error) {
    throw new StartFault(`This is no JSON object: ${reasonOf(error)}`);
  }
  throw new StartFault('The body must be a JSON object.');
}
