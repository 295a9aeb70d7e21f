import { scratchDatabase, type ScratchDatabase } from '@stockbook/testing/database';
import { Client } from 'pg';
import { type Columnwise, columnwise, rowsOf } from './columnwise.js';
import type { Columns } from './row-columns.js';

interface Thing {
  readonly name: string;
  readonly price: number | null;
  readonly parts: readonly number[];
  readonly sold: Date | null;
}

const COLUMNS: Columns<Thing> = {
  sql: { name: 'name', price: 'price', parts: 'parts', sold: 'sold' },
  times: ['sold'],
};
const THINGS = `FROM (VALUES
    ('mug "blue"', 2.5::numeric, ARRAY[1, 2], timestamptz '2026-03-01 08:15:30.123456+02' AT TIME ZONE 'UTC'),
    ('lamp', null, '{}', null)
  ) AS thing (name, price, parts, sold)`;

let database: ScratchDatabase;
let client: Client;
beforeAll(async () => {
  database = await scratchDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

async function read(rest: string): Promise<Thing[]> {
  const text = columnwise(COLUMNS, `${THINGS} ${rest}`);
  const { rows } = await client.query<Columnwise<Thing>>(text);
  return rowsOf(rows[0], COLUMNS);
}

const mug = { name: 'mug "blue"', price: 2.5, parts: [1, 2], sold: new Date('2026-03-01T06:15:30.123Z') };
const lamp = { name: 'lamp', price: null, parts: [], sold: null };

test('rows arrive as they are, in their order, whatever the zone of the session', async () => {
  await client.query("SET TIME ZONE 'Asia/Kathmandu'");
  expect(await read('ORDER BY name DESC')).toEqual([mug, lamp]);
  expect(await read('ORDER BY name')).toEqual([lamp, mug]);
});

test('no row is no row', async () => {
  expect(await read("WHERE name = ''")).toEqual([]);
  expect(rowsOf(undefined, COLUMNS)).toEqual([]);
});
