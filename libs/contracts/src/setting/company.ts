import { Done } from '../common.js';
import { read, resource, write } from '../contract.js';
import { fact } from '../facts.js';
import { Flag, Id, Int, Name, One, OneOf, Text } from '../fields/fields.js';

class CompanyGet {}
class CompanyEdit {
  @Name({ optional: true }) name?: string;
  @Text({ optional: true, max: 1_000 }) address?: string;
  @Text({ optional: true, max: 64, trim: true }) telephone?: string;
  @Text({ optional: true, max: 254, trim: true }) email?: string;
  @Text({ optional: true, max: 64 }) registration_no?: string;
  @Text({ optional: true, max: 64 }) tax_no?: string;
  @Text({ optional: true, min: 1, max: 3, doc: "Code of the account's base currency." }) currency?: string;
  @Text({ optional: true, min: 1, max: 64, doc: 'IANA time zone in which dates without an offset are read.' })
  timezone?: string;
  @Text({ optional: true, min: 1, max: 16, doc: 'Code of a language of the account.' }) language?: string;
  @Text({ optional: true, max: 2_000, doc: 'Image URL.' }) logo?: string;
  @OneOf(['kg'], { optional: true }) weight_unit?: 'kg';
  @OneOf(['cm'], { optional: true }) length_unit?: 'cm';
  @Flag({ optional: true, doc: 'Quantities given to item/add and item/edit are ignored.' })
  inventory_integrity?: boolean;
  @Flag({ optional: true, doc: 'Stock may fall below zero.' }) allow_negative_stock?: boolean;
  @Id({ optional: true, doc: 'The status of orders that name none; 0: none.' }) default_order_status_id?: number;
  @Id({ optional: true, doc: 'The location of orders whose channel names none; 0: none.' })
  default_location_id?: number;
  @Int({ optional: true, min: 30, max: 3_650, doc: 'Days for which the audit log is kept.' }) audit_days?: number;
}
export class Company {
  @Text() name!: string;
  @Text() address!: string;
  @Text() telephone!: string;
  @Text() email!: string;
  @Text() registration_no!: string;
  @Text() tax_no!: string;
  @Text({ doc: "Code of the account's base currency." }) currency!: string;
  @Text({ doc: 'IANA time zone in which dates without an offset are read.' }) timezone!: string;
  @Text({ doc: 'Code of a language of the account.' }) language!: string;
  @Text({ doc: 'Image URL.' }) logo!: string;
  @OneOf(['kg']) weight_unit!: 'kg';
  @OneOf(['cm']) length_unit!: 'cm';
  @Flag({ doc: 'Quantities given to item/add and item/edit are ignored.' }) inventory_integrity!: boolean;
  @Flag({ doc: 'Stock may fall below zero.' }) allow_negative_stock!: boolean;
  @Id({ doc: 'The status of orders that name none; 0: none.' }) default_order_status_id!: number;
  @Id({ doc: 'The location of orders whose channel names none; 0: none.' }) default_location_id!: number;
  @Int({ min: 30, max: 3_650, doc: 'Days for which the audit log is kept.' }) audit_days!: number;
}
class CompanySettings {
  @One(() => Company) settings!: Company;
}

export const company = resource(
  'setting/company',
  'settings',
  {
    get: read(CompanyGet, CompanySettings, "Shows the company's settings."),
    edit: write(CompanyEdit, Done, "Changes the company's settings; absent fields stay as they are.", {
      additive: true,
    }),
  },
  { concernsAll: true },
);

/** An account has one company, whose id is the account's. */
export const companyChanged = fact('setting.company', Company, ['added', 'edited']);
