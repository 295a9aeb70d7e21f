import { scratchDatabase, type ScratchDatabase } from '@stockbook/testing/database';
import { DataSource } from 'typeorm';
import { createTextSql, textSql } from './text-sql.js';

const text = textSql('shop');

let database: ScratchDatabase;
let source: DataSource;
beforeAll(async () => {
  database = await scratchDatabase();
  source = await new DataSource({ type: 'postgres', url: database.url }).initialize();
  for (const sql of ['CREATE SCHEMA shop', ...createTextSql('shop')]) await source.query(sql);
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

const valueOf = async (sql: string, ...values: unknown[]): Promise<unknown> => {
  const [row]: { value: unknown }[] = await source.query(`SELECT ${sql} AS value`, values);
  return row?.value;
};

describe('a text is found', () => {
  it.each([
    ['Cà phê sữa đá', 'ca phe'],
    ['ca phe', 'CÀ PHÊ'],
    ['Đào', 'dao'],
    ['dao', 'Đào'],
    ['Ångström', 'angstrom'],
    ['Straße 7', 'STRASSE'],
    ['Łódź', 'lodz'],
    ['Smørrebrød', 'smorrebrod'],
    ['İstanbul', 'istanbul'],
    ['ΟΔΟΣ', 'οδός'],
    ['ЁЛКА', 'елка'],
    ['œuvre', 'Oeuvre'],
    ['Ｆｕｌｌ', 'full'],
    ['각', '각'],
    ['e\u0301', 'É'],
    ['100%_\\', '0%_\\'],
    ['100％', '0%'],
    ['anything', ''],
  ])('%j by %j', async (whole, part) => {
    expect(await valueOf(text.contains('$1', '$2'), whole, part)).toBe(true);
  });

  it.each([
    ['Cafe', 'Coffee'],
    ['1000', '1%0'],
    ['100', '1_0'],
    ['a/b', 'a\\b'],
    ['각', '가'],
    ['か', 'が'],
  ])('but not %j by %j', async (whole, part) => {
    expect(await valueOf(text.contains('$1', '$2'), whole, part)).toBe(false);
  });
});

describe('texts are sorted', () => {
  const NAMES = ['item 10', 'Item 9', 'zebra', 'Äpfel', 'apfel', 'APFEL', 'Zebra', 'éclair', 'edge', 'item 09'];
  const sorted = (order: string) =>
    valueOf(
      `ARRAY(SELECT name FROM unnest($1::text[]) WITH ORDINALITY AS given (name, id) ORDER BY ${order}, id)`,
      NAMES,
    );

  it('by the Unicode root collation, without regard to case, digits by value, the same ones by id', async () => {
    const names = ['apfel', 'APFEL', 'Äpfel', 'éclair', 'edge', 'Item 9', 'item 09', 'item 10', 'zebra', 'Zebra'];
    expect(await sorted(text.sorted('name'))).toEqual(names);
    expect(await sorted(text.sortedName('name'))).toEqual(names);
  });
});

test('the same text is exactly the same', async () => {
  const isSame = (one: string, other: string) => valueOf(text.same('$1::text', '= $2::text'), one, other);
  expect(await isSame('a-1', 'a-1')).toBe(true);
  expect([await isSame('a-1', 'A-1'), await isSame('a-1', 'a-01'), await isSame('a', 'á')]).toEqual([
    false,
    false,
    false,
  ]);
});

test('an index serves a search, a sort and an exact match, also for names of 1,000 characters', async () => {
  await source.query('CREATE EXTENSION pg_trgm WITH SCHEMA public');
  await source.query('CREATE TABLE shop.part (part_id serial, code text NOT NULL, name text NOT NULL)');
  await source.query(`CREATE INDEX part_name ON shop.part ((${text.sortedName('name')}), part_id)`);
  await source.query(`CREATE INDEX part_code ON shop.part (${text.sorted('code')})`);
  await source.query(`CREATE INDEX part_search ON shop.part USING gin (${text.searched('name')} public.gin_trgm_ops)`);
  await source.query(
    "INSERT INTO shop.part (code, name) SELECT n, 'Part ' || md5(n::text) FROM generate_series(1, 20000) n",
  );
  const long = Array.from({ length: 1_000 }, (_, n) => String.fromCodePoint(0x20000 + ((n * 7919) % 40_000))).join('');
  await source.query('INSERT INTO shop.part (code, name) VALUES (0, $1)', [long]);
  await source.query('ANALYZE shop.part');
  const indexOf = async (rest: string): Promise<string> => {
    const plan: Record<string, string>[] = await source.query(`EXPLAIN SELECT part_id FROM shop.part ${rest}`);
    return (
      /part_\w+(?= )/.exec(plan.map((row) => row['QUERY PLAN']).find((line) => line?.includes('Index')) ?? '')?.[0] ??
      ''
    );
  };
  expect(await indexOf(`WHERE ${text.contains('name', "'1f0e3d'")}`)).toBe('part_search');
  expect(await indexOf(`ORDER BY ${text.sortedName('name')} DESC, part_id DESC LIMIT 5`)).toBe('part_name');
  expect(await indexOf(`WHERE ${text.same('code', "= '77'")}`)).toBe('part_code');
});
