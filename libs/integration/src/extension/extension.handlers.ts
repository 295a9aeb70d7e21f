import { type CallOf, extension, type Extension, extensionChanged, shownDate } from '@stockbook/contracts';
import { claim, Db } from '@stockbook/persistence';
import { Handles, masked, PlainRecords } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { withSecrets } from '../configuration.js';
import { text } from '../text.js';
import { ExtensionRow } from './extension.entity.js';

@Controller()
export class ExtensionHandlers {
  private readonly extensions: PlainRecords<ExtensionRow, 'extension_id', Extension>;

  constructor(private readonly db: Db) {
    this.extensions = new PlainRecords(db, ExtensionRow, 'extension_id', extensionChanged, toExtension);
  }

  @Handles(extension.add)
  async add(call: CallOf<typeof extension.add>) {
    const { version: version_text, ...input } = call.input;
    const configuration = withSecrets(input.configuration ?? {}, {});
    return this.extensions.add({ ...call, input: { ...input, version_text, configuration } });
  }

  @Handles(extension.edit)
  edit(call: CallOf<typeof extension.edit>) {
    const { caller, input } = call;
    const { version: version_text, configuration, ...others } = input;
    return this.db.transact(call, async (tx) => {
      const stored = await claim(tx, caller, ExtensionRow, { extension_id: input.extension_id });
      const secret = configuration && { configuration: withSecrets(configuration, stored.configuration) };
      return this.extensions.update(tx, call, { ...others, version_text, ...secret });
    });
  }

  @Handles(extension.delete)
  delete(call: CallOf<typeof extension.delete>) {
    return this.extensions.delete(call);
  }

  @Handles(extension.get)
  async get(call: CallOf<typeof extension.get>) {
    const { filter_type: type, filter_status: status } = call.input;
    const query = this.extensions.query(call);
    if (type) query.andWhere('extension.type = :type', { type });
    if (status !== undefined) query.andWhere('extension.status = :status', { status });
    const sorts = { name: text.sortedName('extension.name'), type: text.sortedName('extension.type') };
    const { total, records } = await this.extensions.list(call, sorts, query);
    return { total, extensions: records };
  }
}

const toExtension = (row: ExtensionRow): Extension => ({
  extension_id: row.extension_id,
  type: row.type,
  code: row.code,
  name: row.name,
  version: row.version_text,
  status: row.status,
  configuration: masked(row.configuration),
  date_added: shownDate(row.date_added),
  date_modified: shownDate(row.date_modified),
});
