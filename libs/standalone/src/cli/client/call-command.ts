import { StockbookError } from '@stockbook/client';
import { reasonOf } from '@stockbook/process/faults';
import { text } from 'node:stream/consumers';
import { EXIT, UsageFault } from '../faults.js';
import type { Build } from '../shell.js';
import { isPassing, withClient } from './client.js';
import { profileOption, type ProfileOption } from './profiles.js';

/** Prints the answer as JSON, also that of a refusal. */
export const build: Build = (call, { env, input, print, exit }) => {
  call
    .description(
      'sign and send one request, like: call sale/order/get \'{"limit":5}\'; - reads the body from standard input',
    )
    .argument('<operation>', 'the path of the operation, like sale/order/get')
    .argument('[body]', 'a JSON object; {} unless given')
    .addOption(profileOption)
    .action(async (operation: string, body = '{}', options: ProfileOption) => {
      const path = operation.replace(/^\//, '');
      const fields = parseBody(body === '-' ? await text(input) : body);
      const answer = await withClient(env, options, (client) =>
        client.request(path, fields).catch((error: unknown) => {
          if (!(error instanceof StockbookError) || !error.errors.length) throw error;
          exit(isPassing(error) ? EXIT.noAnswer : EXIT.refused);
          return { error: error.errors, error_details: error.details, request_id: error.requestId };
        }),
      );
      print(JSON.stringify(answer, null, 2));
    });
};

function parseBody(content: string): object {
  try {
    const body: unknown = JSON.parse(content);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  } catch (error) {
    throw new UsageFault(`The body must be a JSON object (${reasonOf(error)}).`);
  }
  throw new UsageFault('The body must be a JSON object.');
}
