import type { Filling } from '../data/bulk.js';
import { lastHour } from './filter-dates.fixture.js';

/** Users, statuses, places and all else that is set, `1..200` of each: short lists, which are filled by hand. */
const ROWS = 200;
const each = (account_id: number, rows: number, table: string, [columns, values]: readonly [string, string]) =>
  `INSERT INTO ${table} (account_id, ${columns}) SELECT ${account_id}, ${values} FROM generate_series(1, ${rows}) n`;

const TABLES: Readonly<Record<string, readonly [columns: string, values: string]>> = {
  'integration.channel': ['type, name', `'pos', 'Name ' || n`],
  'inventory.brand': ['name, channel_group_id', `'Name ' || n, n % 3`],
  'inventory.location': ['name', `'Name ' || n`],
  'sales.customer_group': ['name', `'Name ' || n`],
  'settings.channel_group': ['name', `'Name ' || n`],
  'settings.credit_note_status': ['name, channel_group_id', `'Name ' || n, n % 3`],
  'settings.currency': ['code', `'C' || n`],
  'settings.language': ['name, code', `'Name ' || n, 'l' || n`],
  'settings.order_status': ['name, channel_group_id', `'Name ' || n, n % 3`],
  'settings.payment_method': ['name, channel_group_id', `'Name ' || n, n % 3`],
  'settings."user"': ['user_group_id, username, email', `7, 'user' || n, n || '@shop.test'`],
  'settings.user_group': ['name, permission', `'Name ' || n, '{"access":[],"modify":[]}'`],
  'settings.user_salesman': ['user_id, code', `77, 'Code ' || n`],
};

export const settingsFilling = (account_id: number): Filling => ({
  tables: Object.keys(TABLES),
  steps: Object.entries(TABLES).map(([table, row]) => each(account_id, ROWS, table, row)),
});

const SHORT_LISTS: typeof TABLES = {
  ...TABLES,
  'inventory.category': ['name, parent_id, channel_group_id', `'Name ' || n, n % 40, n % 3`],
  'inventory.supplier': ['name, channel_group_id', `'Name ' || n, n % 3`],
};

/** The names of the tables of short lists, without their schemas. */
export const shortLists = Object.keys(SHORT_LISTS).map((table) => table.replace(/^\w+\./, '').replaceAll('"', ''));

/** A short list reads all rows of its account, so another account has the rows that nobody may read. */
export const neighbourFilling = (account_id: number, count: number): Filling => ({
  tables: Object.keys(SHORT_LISTS),
  steps: Object.entries(SHORT_LISTS).map(([table, row]) => each(account_id, count, table, row)),
});

const named = { filter_name: { filter_name: '77' } };
const changed = {
  filter_date_modified: { filter_date_modified: lastHour },
  filter_deleted: { filter_deleted: true },
};
const grouped = { ...changed, filter_channel_group_id: { filter_channel_group_id: '1' } };

export const settingsValues: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  'integration/channel/get': {
    ...changed,
    channel_id: { channel_id: 77 },
    filter_type: { filter_type: 'pos' },
    filter_status: { filter_status: 1 },
  },
  'inventory/brand/get': { ...named, ...grouped, brand_id: { brand_id: 77 } },
  'inventory/location/get': { ...named, ...changed, location_id: { location_id: 77 } },
  'sale/customer_group/get': { ...named, ...changed, customer_group_id: { customer_group_id: 77 } },
  'setting/channel_group/get': { ...named, ...changed, channel_group_id: { channel_group_id: 77 } },
  'setting/credit_note_status/get': { ...grouped, credit_note_status_id: { credit_note_status_id: 77 } },
  'setting/currency/get': { currency_id: { currency_id: 77 } },
  'setting/language/get': { language_id: { language_id: 77 } },
  'setting/order_status/get': { ...grouped, order_status_id: { order_status_id: 77 } },
  'setting/payment_method/get': { ...grouped, payment_method_id: { payment_method_id: 77 } },
  'setting/user/get': {
    ...changed,
    user_id: { user_id: 77 },
    filter_user_group_id: { filter_user_group_id: 7 },
    filter_username: { filter_username: 'user77' },
  },
  'setting/user_group/get': { ...named, ...changed, user_group_id: { user_group_id: 77 } },
  'setting/user_salesman/get': {
    user_salesman_id: { user_salesman_id: 77 },
    filter_user_id: { filter_user_id: 77 },
    filter_code: { filter_code: 'Code 77' },
  },
};
