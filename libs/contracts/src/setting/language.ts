import { Page, RecordPageRequest } from '../common.js';
import { once, read, resource, write } from '../contract.js';
import { fact } from '../facts.js';
import { Flag, Id, Int, ListOf, Name, OneOf, Text, When } from '../fields/fields.js';

const CODE = 'Unique in the account, like "en".';
const LOCALE = 'Locale, like "en-GB".';
const STATUS = 'Whether the language is in use; default true.';
const ADDITIVE = { additive: true };

class LanguageKey {
  @Id() language_id!: number;
}
class LanguageFields {
  @Text({ optional: true, max: 255, doc: LOCALE }) locale?: string;
  @Int({ optional: true }) sort_order?: number;
  @Flag({ optional: true, doc: STATUS }) status?: boolean;
}
class LanguageAdd extends LanguageFields {
  @Name() name!: string;
  @Text({ min: 1, max: 16, trim: true, doc: CODE }) code!: string;
}
class LanguageEdit extends LanguageFields {
  @Id() language_id!: number;
  @Name({ optional: true }) name?: string;
  @Text({ optional: true, min: 1, max: 16, trim: true, doc: CODE }) code?: string;
}
class LanguageGet extends RecordPageRequest {
  @Id({ optional: true }) language_id?: number;
  @OneOf(['name', 'sort_order', 'date_modified'], { optional: true }) sort?: 'name' | 'sort_order' | 'date_modified';
}
export class Language extends LanguageKey {
  @Text() name!: string;
  @Text({ doc: CODE }) code!: string;
  @Text({ doc: LOCALE }) locale!: string;
  @Int() sort_order!: number;
  @Flag({ doc: STATUS }) status!: boolean;
  @When() date_modified!: string;
}
class LanguagePage extends Page {
  @ListOf(() => Language) languages!: Language[];
}

export const language = resource(
  'setting/language',
  'settings',
  {
    add: once(LanguageAdd, LanguageKey, 'Adds a language.', ADDITIVE),
    edit: write(LanguageEdit, LanguageKey, 'Changes a language; absent fields stay as they are.', ADDITIVE),
    delete: once(
      LanguageKey,
      LanguageKey,
      "Deletes a language that is not the company's and that no item is translated into.",
      ADDITIVE,
    ),
    get: read(LanguageGet, LanguagePage, 'Lists languages.'),
  },
  { concernsAll: true },
);

export const languageChanged = fact('setting.language', Language);
