import {
  type CallOf,
  language,
  Language,
  languageChanged,
  languageReferrers,
  ownCall,
  Refused,
} from '@stockbook/contracts';
import { claim, Db } from '@stockbook/persistence';
import { Services } from '@stockbook/rpc';
import { Handles, inUse, PlainRecords, useFaults, showAs } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { refuseDuplicate } from '../duplicate.js';
import { text } from '../text.js';
import { LanguageRow } from './language.entity.js';

@Controller()
export class LanguageHandlers {
  private readonly languages: PlainRecords<LanguageRow, 'language_id', Language>;

  constructor(
    db: Db,
    private readonly services: Services,
  ) {
    this.languages = new PlainRecords(db, LanguageRow, 'language_id', languageChanged, toLanguage);
  }

  @Handles(language.add)
  add(call: CallOf<typeof language.add>) {
    return this.languages.add(call).catch(refuseCode(call.input.code));
  }

  @Handles(language.edit)
  edit(call: CallOf<typeof language.edit>) {
    const { caller, input } = call;
    const { language_id, code } = input;
    const edited = this.languages.edit(call, async (tx) => {
      const row = await claim(tx, caller, LanguageRow, { language_id });
      if (code === undefined || code === row.code || !(await useFaults(tx, caller, LanguageRow, row)).length) return;
      const message = `code must stay ${row.code}: it is the language of the company.`;
      throw new Refused({ code: 'invalid', field: 'code', message });
    });
    return edited.catch(refuseCode(code));
  }

  @Handles(language.delete)
  async delete(call: CallOf<typeof language.delete>) {
    const { language_id } = call.input;
    const { output } = await this.services.ask(languageReferrers.get, ownCall(call, { language_id }));
    const beginning = `Language ${language_id} is still the language of translations of`;
    const translated = inUse('language_id', beginning, 'item', output.items);
    return this.languages.delete(call, () => Promise.resolve(translated));
  }

  @Handles(language.get)
  async get(call: CallOf<typeof language.get>) {
    const sorts = {
      name: text.sortedName('language.name'),
      sort_order: 'language.sort_order',
      date_modified: 'language.date_modified',
    };
    const { records, ...page } = await this.languages.list(call, sorts);
    return { ...page, languages: records };
  }
}

const refuseCode = (code = '') => refuseDuplicate('language_code', `There is already a language ${code}.`);

export const toLanguage = showAs(Language);
