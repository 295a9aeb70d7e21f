import { exportFile, type ExportOptions, formats, importable } from '@stockbook/transfer';
import { Option } from 'commander';
import { accountName, withClient } from '../client/client.js';
import { profileOption, type ProfileOption } from '../client/profiles.js';
import type { Build } from '../shell.js';
import { collectFields } from './fields-option.js';
import { INTERRUPTED, stoppable } from './stoppable.js';

export const build: Build = (command, { env, print, exit }) => {
  command
    .description(`write the records of the account into a file that import reads: ${importable.join(', ')}`)
    .argument('<resource>', 'like inventory/item')
    .argument('<file>', 'the file to write')
    .addOption(profileOption)
    .addOption(new Option('--format <format>', 'by the name of the file unless given').choices(formats))
    .option(
      '--filter <field=value>',
      'a filter of the resource, like filter_brand_id=7; may be repeated',
      collectFields,
      {},
    )
    .option('--columns <names>', 'the columns of a CSV, separated by commas', (text: string) => text.split(','))
    .option('--explode <list>', 'a row for each element of this list, like products')
    .option('--excel', 'for spreadsheets: marked as UTF-8, and no text is a formula')
    .action(async (resource: string, file: string, given: Omit<ExportOptions, 'resource' | 'file'> & ProfileOption) => {
      const { records, isStopped } = await stoppable((stop) =>
        withClient(env, given, (client, account) =>
          exportFile(client, { ...given, resource, file, stop, account: accountName(account) }),
        ),
      );
      print(`${file}: ${records} records${isStopped ? ' so far. The same command goes on from there' : ''}.`);
      exit(isStopped ? INTERRUPTED : 0);
    });
};
