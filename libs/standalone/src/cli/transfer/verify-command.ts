import { type FoundDifference, pacedFetch, type VerifyOptions, verifyFile } from '@stockbook/transfer';
import type { Command } from 'commander';
import { withClient } from '../client/client.js';
import type { ProfileOption } from '../client/profiles.js';
import { EXIT } from '../faults.js';
import type { Shell } from '../shell.js';
import { withMeaning } from './import-command.js';

type Given = Omit<VerifyOptions, 'file'> & ProfileOption & { json?: boolean };

export function addVerifyCommand(migrate: Command, { env, print, exit }: Shell): void {
  withMeaning(
    migrate
      .command('verify')
      .description('read an imported file again, and show what differs and why; give it the options of the import'),
  )
    .option('--json', 'print JSON lines')
    .action(async (first: string, second: string | undefined, { json, profile, ...options }: Given) => {
      const [resource, file] = second === undefined ? [undefined, first] : [first, second];
      const onDifference = (difference: FoundDifference) =>
        print(json ? JSON.stringify({ event: 'difference', ...difference }) : sentenceOf(difference));
      const verify = { ...options, resource, file, onDifference };
      const terms = { fetch: pacedFetch() };
      const found = await withClient(env, { profile }, (client) => verifyFile(client, verify), terms);
      const { records, same, explained, unexplained } = found;
      if (json) print(JSON.stringify({ event: 'end', ...found }));
      else
        print(
          `${file}: ${records} records, ${same} as in the file, ${explained} explained, ${unexplained} unexplained.`,
        );
      exit(unexplained ? EXIT.refused : 0);
    });
}

function sentenceOf({ line, record, field, given, shown, why = 'unexplained' }: FoundDifference): string {
  const values = field ? `${field} is ${JSON.stringify(shown)}, the file has ${JSON.stringify(given)}` : String(shown);
  return `Line ${line}, ${record}: ${values} (${why}).`;
}
