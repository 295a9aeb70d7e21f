import { eventually } from '@stockbook/testing/database';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HALTED, haltedOf, IN_TRANSACTION, THRICE, THRICE_COUNTS, trapOf, Traps } from './traps.js';

let folder: string;
let traps: Traps;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stockbook-traps-'));
  traps = await Traps.in(folder);
});
afterEach(() => rm(folder, { recursive: true }));

test('an event that is published three times is counted each time', async () => {
  const twoBatches = async () => {
    expect(await readFile(join(folder, THRICE), 'utf8')).toBe('');
    await appendFile(join(folder, THRICE_COUNTS), '5\n');
    await appendFile(join(folder, THRICE_COUNTS), '12\n');
  };
  expect(await traps.publishingThrice(twoBatches)).toBe(17);
  expect(await traps.publishingThrice(() => Promise.resolve())).toBe(0);
});

test('a trap that a process takes away has sprung; one that none comes by is taken back', async () => {
  const sprung = traps.spring(HALTED, 'sales', 10_000);
  const file = join(folder, trapOf(HALTED, 'sales'));
  const take = async (): Promise<void> => rm(file).catch(take);
  await take();
  expect(await sprung).toBe(true);
  expect(await traps.spring(HALTED, 'sales', 0)).toBe(false);
  await expect(readFile(file)).rejects.toThrow('ENOENT');
});

test('a trap in a transaction has its mark, and the process that it halts is known', async () => {
  const sprung = traps.spring(IN_TRANSACTION, 'sales', 10_000, 'brand-7');
  const file = join(folder, trapOf(IN_TRANSACTION, 'sales'));
  await eventually(async () => (await readFile(file, 'utf8').catch(() => '')) === 'brand-7');
  await writeFile(join(folder, haltedOf('sales')), '{"pid":4711,"at":1800000000000}');
  await rm(file);
  expect(await sprung).toBe(true);
  expect(await traps.halted('sales')).toEqual({ pid: 4711, at: 1_800_000_000_000 });
});
