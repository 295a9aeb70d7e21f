import { Page, RecordPageRequest } from '../common.js';
import { once, read, resource, write } from '../contract.js';
import { fact } from '../facts.js';
import { Flag, Id, Json, ListOf, Name, OneOf, Text, When } from '../fields/fields.js';
import { shownDoc } from '../shown-configuration.js';

const CONFIGURATION = 'Free content. Replaced as a whole; a value that is sent as its mask stays as it is.';
const TYPE = { max: 255, trim: true } as const;

class ExtensionKey {
  @Id() extension_id!: number;
}
class ExtensionFields {
  @Text({ ...TYPE, optional: true }) code?: string;
  @Text({ ...TYPE, optional: true }) version?: string;
  @Flag({ optional: true, doc: 'Whether it is enabled; default true.' }) status?: boolean;
  @Json({ optional: true, doc: CONFIGURATION }) configuration?: Record<string, unknown>;
}
class ExtensionAdd extends ExtensionFields {
  @Name() name!: string;
  @Text({ ...TYPE, min: 1 }) type!: string;
}
class ExtensionEdit extends ExtensionFields {
  @Id() extension_id!: number;
  @Name({ optional: true }) name?: string;
  @Text({ ...TYPE, min: 1, optional: true }) type?: string;
}
class ExtensionGet extends RecordPageRequest {
  @Id({ optional: true }) extension_id?: number;
  @Text({ optional: true }) filter_type?: string;
  @Flag({ optional: true }) filter_status?: boolean;
  @OneOf(['name', 'type'], { optional: true }) sort?: 'name' | 'type';
}
export class Extension extends ExtensionKey {
  @Text() type!: string;
  @Text() code!: string;
  @Text() name!: string;
  @Text() version!: string;
  @Flag() status!: boolean;
  @Json({ doc: shownDoc('integration/extension') }) configuration!: Record<string, unknown>;
  @When() date_added!: string;
  @When() date_modified!: string;
}
class ExtensionPage extends Page {
  @ListOf(() => Extension) extensions!: Extension[];
}

const additive = { additive: true };

export const extension = resource(
  'integration/extension',
  'integration',
  {
    add: once(ExtensionAdd, ExtensionKey, 'Adds an extension.', additive),
    edit: write(ExtensionEdit, ExtensionKey, 'Changes an extension; absent fields stay as they are.', additive),
    delete: once(ExtensionKey, ExtensionKey, 'Deletes an extension.', additive),
    get: read(ExtensionGet, ExtensionPage, 'Lists extensions.'),
  },
  { concernsAll: true },
);

export const extensionChanged = fact('integration.extension', Extension);
