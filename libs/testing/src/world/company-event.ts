import { type Company, companyChanged, type Event, type PayloadOf, SYSTEM } from '@stockbook/contracts';
import { toOutboxRow } from '@stockbook/messaging';

export function companyEvent(
  account_id: number,
  sequence: number,
  settings: Partial<Company>,
): Event<PayloadOf<typeof companyChanged>> {
  const record: Company = {
    name: 'Test shop',
    address: '',
    telephone: '',
    email: '',
    registration_no: '',
    tax_no: '',
    currency: 'USD',
    timezone: 'UTC',
    language: 'en',
    logo: '',
    weight_unit: 'kg',
    length_unit: 'cm',
    inventory_integrity: false,
    allow_negative_stock: false,
    default_order_status_id: 0,
    default_location_id: 0,
    audit_days: 180,
    ...settings,
  };
  const payload = { change: 'edited', actor: SYSTEM, record, previous: {} } as const;
  const row = toOutboxRow(companyChanged, { account_id, aggregate_id: account_id, sequence, payload });
  return { ...row, payload, created_at: new Date().toISOString() };
}
