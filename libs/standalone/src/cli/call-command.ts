import { endpoints } from '@stockbook/contracts';
import { type Environment, reasonOf, StartFault } from '@stockbook/process';
import type { Command } from 'commander';
import { text } from 'node:stream/consumers';
import { withClient } from './credentials.js';
import type { Print } from './options.js';

/** Prints the answer as JSON; exits with 1 if the request is refused. */
export function addCallCommand(program: Command, env: Environment, print: Print, exit: (code: number) => void): void {
  program
    .command('call <operation> [body]')
    .description(
      'sign and send one request, like: call sale/order/get \'{"limit":5}\'; - reads the body from standard input',
    )
    .action(async (operation: string, body = '{}') => {
      const path = operation.replace(/^\//, '');
      if (!endpoints.has(path)) {
        throw new StartFault(`There is no operation ${path}; /docs of the server lists them all.`);
      }
      const input = parseBody(body === '-' ? await text(process.stdin) : body);
      const answer = await withClient(env, (client) => client.safe.request(path, input));
      print(JSON.stringify(answer, null, 2));
      exit(answer['error'] ? 1 : 0);
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
