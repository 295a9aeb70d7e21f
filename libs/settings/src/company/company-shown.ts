import type { Company, Revised } from '@stockbook/contracts';
import type { CompanyRow } from './company.entity.js';

export const toCompany = (row: CompanyRow): Company & Revised => ({
  name: row.name,
  address: row.address,
  telephone: row.telephone,
  email: row.email,
  registration_no: row.registration_no,
  tax_no: row.tax_no,
  currency: row.currency,
  timezone: row.timezone,
  language: row.language,
  logo: row.logo,
  weight_unit: 'kg',
  length_unit: 'cm',
  inventory_integrity: row.inventory_integrity,
  allow_negative_stock: row.allow_negative_stock,
  default_order_status_id: row.default_order_status_id,
  default_location_id: row.default_location_id,
  audit_days: row.audit_days,
  revision: row.version,
});
