import { type Environment, codeOf, reasonOf, StartFault } from '@stockbook/process';
import { call } from '@stockbook/auth';
import { endpoints } from '@stockbook/contracts';
import type { Command } from 'commander';
import { text } from 'node:stream/consumers';
import { readCredentials } from './credentials.js';
import type { Print } from './options.js';

/** Prints the answer as JSON; exits with 1 if the request is refused. */
export function addCallCommand(program: Command, env: Environment, print: Print, exit: (code: number) => void): void {
  program
    .command('call <operation> [body]')
    .description(
      'sign and send one request, like: call sale/order/get \'{"limit":5}\'; - reads the body from standard input',
    )
    .action(async (operation: string, body = '{}') => {
      const { url, ...credentials } = await readCredentials(env);
      const path = operation.replace(/^\//, '');
      if (!endpoints.has(path)) {
        throw new StartFault(`There is no operation ${path}; /docs of the server lists them all.`);
      }
      const input = parseBody(body === '-' ? await text(process.stdin) : body);
      const answer = await call(url, credentials, path, { strict: true, ...input }).catch((error: unknown) => {
        const cause = error instanceof Error && error.cause ? error.cause : error;
        throw new StartFault(`Stockbook does not answer at ${url} (${codeOf(cause)}): is it running?`);
      });
      print(JSON.stringify(answer.body, null, 2));
      exit(answer.status === 200 ? 0 : 1);
    });
}

function parseBody(content: string): object {
  try {
    const body: unknown = JSON.parse(content);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  } catch (error) {
    throw new StartFault(`The body must be a JSON object (${reasonOf(error)}).`);
  }
  throw new StartFault('The body must be a JSON object.');
}
