import { nearestName } from './nearest-name.js';

const known = [
  'item_id',
  'location_id',
  'quantity',
  'price',
  'email',
  'telephone',
  'filter_date_start',
  'products',
  'order_status_id',
];

test.each([
  ['location', 'location_id'],
  ['locationId', 'location_id'],
  ['location-id', 'location_id'],
  ['LOCATION_ID', 'location_id'],
  ['qty', 'quantity'],
  ['quantitiy', 'quantity'],
  ['e_mail', 'email'],
  ['emial', 'email'],
  ['phone', 'telephone'],
  ['date_start', 'filter_date_start'],
  ['product', 'products'],
  ['status', 'order_status_id'],
  ['status_id', 'order_status_id'],
  ['unit_price', 'price'],
  ['id', 'item_id'],
])('%s is near %s', (name, nearest) => {
  expect(nearestName(name, known)).toBe(nearest);
});

test.each(['', '_', 'x', 'colour', 'warehouse', 'constructor', 'хвіст', 'l'.repeat(100_000)])(
  '%.20s is near none',
  (name) => {
    expect(nearestName(name, known)).toBeUndefined();
  },
);
