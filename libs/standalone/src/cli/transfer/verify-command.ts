import { type FoundDifference, unhurried, type VerifyOptions, verifyFile } from '@stockbook/transfer';
import { accountName, withClient } from '../client/client.js';
import type { ProfileOption } from '../client/profiles.js';
import type { Build } from '../shell.js';
import { withMeaning } from './import-command.js';

/** Something differs that nothing explains. */
const DIFFERENT = 2;

export const build: Build = (verify, { env, print, exit }) => {
  withMeaning(
    verify.description(
      'read an imported file again, and show what differs from the account and why; give it the options of the import',
    ),
  )
    .option('--json', 'print JSON lines')
    .action(
      async (
        first: string,
        second: string | undefined,
        given: Omit<VerifyOptions, 'file'> & ProfileOption & { json?: boolean },
      ) => {
        const [resource, file] = second === undefined ? [undefined, first] : [first, second];
        const { json, ...options } = given;
        const onDifference = (difference: FoundDifference) =>
          print(json ? JSON.stringify({ event: 'difference', ...difference }) : sentenceOf(difference));
        const terms = { ...options, resource, file, onDifference };
        const found = await withClient(
          env,
          given,
          (client, account) => verifyFile(client, { ...terms, account: accountName(account) }),
          unhurried(),
        );
        const { records, same, explained, unexplained } = found;
        if (json) print(JSON.stringify({ event: 'end', ...found }));
        else
          print(
            `${file}: ${records} records, ${same} as in the file, ${explained} explained, ${unexplained} unexplained.`,
          );
        exit(unexplained ? DIFFERENT : 0);
      },
    );
};

function sentenceOf({ line, record, field, given, shown, why = 'unexplained' }: FoundDifference): string {
  const values = field ? `${field} is ${JSON.stringify(shown)}, the file has ${JSON.stringify(given)}` : String(shown);
  return `Line ${line}, ${record}: ${values} (${why}).`;
}
