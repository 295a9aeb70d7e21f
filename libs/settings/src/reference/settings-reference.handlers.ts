import { type CallOf, noRecord, Refused, settingsReference, type SettingsReference } from '@stockbook/contracts';
import { Db, statement } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';

const livingIn = (table: string) =>
  `FROM settings.${table} WHERE account_id = $1 AND date_deleted IS NULL ORDER BY ${table}_id`;
const recordsSql = (table: string, columns: readonly string[]) =>
  `(SELECT coalesce(json_agg(record), '[]')
    FROM (SELECT ${columns.join(', ')} ${livingIn(table)}) AS record)`;

const STATUS = ['order_status_id', 'name', 'deduct', 'lock', 'void', 'channel_group_id'];
const CREDIT_NOTE_STATUS = ['credit_note_status_id', 'name', 'restock', 'channel_group_id'];
const METHOD = ['payment_method_id', 'name', 'order_status_id', 'credit_note_status_id', 'channel_group_id'];

const references = statement(
  'settings_reference',
  `SELECT ${recordsSql('order_status', STATUS)} AS order_statuses,
     ${recordsSql('credit_note_status', CREDIT_NOTE_STATUS)} AS credit_note_statuses,
     ${recordsSql('payment_method', METHOD)} AS payment_methods,
     ${recordsSql('currency', ['code', 'value', 'decimal_place'])} AS currencies,
     ARRAY (SELECT channel_group_id ${livingIn('channel_group')}) AS channel_group_ids,
     ARRAY (SELECT language_id ${livingIn('language')}) AS language_ids,
     (SELECT domain FROM settings.account WHERE account_id = $1) AS domain, currency,
     default_order_status_id, default_location_id
   FROM settings.company WHERE account_id = $1`,
);

@Controller()
export class SettingsReferenceHandlers {
  constructor(private readonly db: Db) {}

  @Handles(settingsReference.get)
  async get({ caller }: CallOf<typeof settingsReference.get>): Promise<SettingsReference> {
    const [found] = await this.db.query<SettingsReference>(references, [caller.account_id]);
    if (!found) throw new Refused(noRecord('account', caller.account_id));
    return found;
  }
}
