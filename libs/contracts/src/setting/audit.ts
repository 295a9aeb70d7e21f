import { Page, RecordPageRequest } from '../common.js';
import { read, resource } from '../contract.js';
import { Id, Json, ListOf, Text, When } from '../fields/fields.js';

class AuditGet extends RecordPageRequest {
  @Id({ optional: true }) filter_user_id?: number;
  @Text({ optional: true, doc: 'Like sale/order/edit.' }) filter_operation?: string;
  @Text({ optional: true, doc: 'A record like sale/order/42, or all of a kind like sale/order.' })
  filter_record?: string;
  @When({ optional: true }) filter_date_start?: string;
  @When({ optional: true, bound: 'end' }) filter_date_end?: string;
}
/** A change of a record. */
export class Audit {
  @Id() audit_id!: number;
  @When() date_added!: string;
  @Id({ doc: '0: the system or an operator.' }) user_id!: number;
  @Text({ doc: 'The name of that user.' }) user!: string;
  @Text({ doc: 'Empty: no request of a client made the change.' }) operation!: string;
  @Text({ doc: 'Like sale/order/42.' }) record!: string;
  @Text({ doc: 'Like added, edited or deleted.' }) change!: string;
  @Json({
    max: Infinity,
    doc: 'The former values of the fields that changed; {"left_out": n} stands for one of n characters.',
  })
  previous!: Record<string, unknown>;
  @Text({ doc: "The client's network address." }) address!: string;
  @Text() request_id!: string;
}
class AuditPage extends Page {
  @ListOf(() => Audit) audits!: Audit[];
}

/** The resource that shows the records of a change, by a resource of changes that has no operations. */
export const shownBy: Readonly<Record<string, string>> = {
  'extension/total/promotion_category': 'extension/total/promotion',
  'inventory/stock': 'inventory/item',
  'sale/promotion': 'extension/total/promotion',
  'sale/reward': 'sale/customer',
  'setting/account': 'setting/company',
  'setting/user_secret': 'setting/user',
};

export const audit = resource('setting/audit', 'settings', {
  get: read(AuditGet, AuditPage, 'Lists the changes of all records, the latest first.', {
    additive: true,
    concernsAll: true,
    needs: { shows: 'all' },
  }),
});
