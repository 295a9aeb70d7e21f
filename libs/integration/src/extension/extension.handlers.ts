import { SecretKeys } from '@stockbook/auth';
import { type CallOf, extension, type Extension, extensionChanged, shownDate } from '@stockbook/contracts';
import { claim, Db } from '@stockbook/persistence';
import { Configurations, Handles, PlainRecords } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { configurationColumns } from '../configuration.js';
import { text } from '../text.js';
import { ExtensionRow } from './extension.entity.js';

@Controller()
export class ExtensionHandlers {
  private readonly extensions: PlainRecords<ExtensionRow, 'extension_id', Extension>;
  private readonly configurations: Configurations;

  constructor(
    private readonly db: Db,
    keys: SecretKeys,
  ) {
    this.configurations = new Configurations(keys, 'integration/extension');
    this.extensions = new PlainRecords(db, ExtensionRow, 'extension_id', extensionChanged, toExtension);
  }

  @Handles(extension.add)
  async add(call: CallOf<typeof extension.add>) {
    const { version: version_text, ...input } = call.input;
    const columns = configurationColumns(this.configurations, input.configuration ?? {}, call.caller);
    return this.extensions.add({ ...call, input: { ...input, version_text, ...columns } });
  }

  @Handles(extension.edit)
  edit(call: CallOf<typeof extension.edit>) {
    const { caller, input } = call;
    const { version: version_text, configuration, ...others } = input;
    return this.db.transact(call, async (tx) => {
      const stored = await claim(tx, caller, ExtensionRow, { extension_id: input.extension_id });
      const columns = configuration && configurationColumns(this.configurations, configuration, stored);
      return this.extensions.update(tx, call, { ...others, version_text, ...columns });
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
    const { records, ...page } = await this.extensions.list(call, sorts, query);
    return { ...page, extensions: records };
  }
}

const toExtension = (row: ExtensionRow): Extension => ({
  extension_id: row.extension_id,
  type: row.type,
  code: row.code,
  name: row.name,
  version: row.version_text,
  status: row.status,
  configuration: row.configuration,
  date_added: shownDate(row.date_added),
  date_modified: shownDate(row.date_modified),
});
