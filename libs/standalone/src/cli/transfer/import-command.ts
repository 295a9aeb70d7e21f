import {
  creatable,
  formats,
  importable,
  importFile,
  type ImportOptions,
  type ImportSummary,
  knownMappings,
  negatives,
  unhurried,
  writeMap,
} from '@stockbook/transfer';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { accountName, withClient } from '../client/client.js';
import { profileOption, type ProfileOption } from '../client/profiles.js';
import { collect, collectFields } from './fields-option.js';
import { reporter } from './reporter.js';
import type { Build } from '../shell.js';
import { INTERRUPTED, stoppable } from './stoppable.js';

/** Some lines have failed, or would. */
const SOME_FAILED = 2;

type Given = Omit<ImportOptions, 'file' | 'creates' | 'isDry' | 'errors'> &
  ProfileOption & {
    readonly create?: (keyof typeof creatable)[];
    readonly dryRun?: boolean;
    readonly errors?: string;
    readonly onError: 'stop' | 'continue';
    readonly initMap?: string;
    readonly json?: boolean;
  };

/** Adds the options that say what a file means: an import and its verification have them in common. */
export function withMeaning(command: Command): Command {
  return command
    .argument('<resource-or-file>', 'like inventory/item; not needed with a mapping')
    .argument('[file]', 'the file')
    .addOption(profileOption)
    .option('--map <mapping>', `a file that maps columns to fields, or one of ${Object.keys(knownMappings).join(', ')}`)
    .option('--key <field>', 'the field that names a record which may be there already; none: add all')
    .option('--set <field=value>', 'a value of all records; may be repeated', collectFields, {})
    .option('--without <column>', 'leave a column out; may be repeated', collect, [])
    .addOption(new Option('--format <format>', 'the format of the file').choices(formats))
    .option('--delimiter <character>', 'the delimiter of the columns', delimiterOf)
    .option('--encoding <name>', 'the encoding of the file')
    .addOption(new Option('--empty <meaning>', 'what an empty cell means').choices(['absent', 'clear']))
    .addOption(new Option('--negative <meaning>', 'what a negative quantity means').choices(negatives))
    .option('--location <name>', 'the location of corrections');
}

export const build: Build = (command, { env, print, exit }) => {
  withMeaning(
    command.description(`bring the records of a CSV or JSONL file into the account: ${importable.join(', ')}`),
  )
    .option('--dry-run', 'check all lines and write nothing')
    .addOption(new Option('--create <what...>', 'add missing ones').choices(Object.keys(creatable)))
    .option('--errors <file>', 'the file of failed lines; beside the imported one by default')
    .option('--max-errors <count>', 'stop at so many failed records', countOf, 100)
    .addOption(
      new Option('--on-error <what>', 'stop: at the first one').choices(['stop', 'continue']).default('continue'),
    )
    .option('--concurrency <count>', 'the most batches under way', countOf, 4)
    .option('--init-map <file>', 'write a mapping for the columns of the file, to be completed by hand')
    .option('--json', 'print JSON lines instead of a bar')
    .action(async (first: string, second: string | undefined, given: Given) => {
      const [resource, file] = second === undefined ? [undefined, first] : [first, second];
      if (given.initMap) return print(await writeMap(given.initMap, { ...given, resource, file }));
      const report = reporter(print, given);
      const options = { ...optionsOf(given), ...report, resource, file };
      const run = (stop: AbortSignal) =>
        withClient(
          env,
          given,
          (client, account) => importFile(client, { ...options, stop, account: accountName(account) }),
          unhurried(),
        );
      const summary = await stoppable(run).finally(report.stop);
      report.end(summary, given);
      exit(codeOf(summary));
    });
};

function optionsOf({ create = [], dryRun = false, onError, maxErrors, ...options }: Given) {
  return {
    ...options,
    isDry: dryRun,
    creates: create.map((what) => creatable[what]),
    maxErrors: onError === 'stop' ? 1 : dryRun ? Infinity : maxErrors,
  };
}

const codeOf = ({ stopped, counts }: ImportSummary): number =>
  stopped === 'user' ? INTERRUPTED : counts.failed ? SOME_FAILED : 0;

function delimiterOf(text: string): string {
  const delimiter = text.replace('\\t', '\t');
  if (delimiter.length !== 1) throw new InvalidArgumentError('It must be one character, or \\t.');
  return delimiter;
}

function countOf(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return count;
}
