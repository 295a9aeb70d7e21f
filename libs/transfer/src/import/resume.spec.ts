import { eventually } from '@stockbook/testing';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Account, NONE } from '../account.fixture.js';

const cwd = fileURLToPath(new URL('../../../..', import.meta.url));
const program = fileURLToPath(new URL('import-process.fixture.ts', import.meta.url));
const ROWS = 1_500;

let account: Account;
beforeEach(async () => void (account = await Account.open()));
afterEach(() => account.close());

/** Runs the import in a process of its own, and kills it when the journal has more batches than before. */
async function killed(file: string, options: object): Promise<void> {
  const batches = async () => {
    const name = (await readdir(dirname(file))).find((each) => each.endsWith('.journal'));
    return name ? (await readFile(join(dirname(file), name), 'utf8')).split('\n').length : 0;
  };
  const before = await batches();
  const args = ['--import', '@swc-node/register/esm-register', '--conditions=@stockbook/source', program];
  const terms = JSON.stringify({ client: account.options, options: { ...options, file } });
  const child = spawn(process.execPath, [...args, terms], { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  const ended = once(child, 'exit');
  await eventually(async () => (await batches()) > Math.max(1, before) || child.exitCode !== null, 60_000);
  child.kill('SIGKILL');
  await ended;
}

it('doubles and loses nothing when it is killed on the way and runs again', async () => {
  await account.bring('sku,name\nA,Mug\n', { resource: 'inventory/item' });
  const row = 'A,Store,1,2';
  const header = 'addition.item_id.sku,addition.location_id.name,addition.quantity,addition.cost';
  const file = await account.fileOf(`${header}\n${Array(ROWS).fill(row).join('\n')}\n`);
  const options = { resource: 'inventory/addition', concurrency: 2 };
  await killed(file, options);
  await killed(file, options);
  const { counts, failed } = await account.bring('', { ...options, file });
  const { created, unchanged, before } = counts;
  expect({ failed, done: created + unchanged + before }).toEqual({ failed: '', done: ROWS });
  expect(before).toBeGreaterThan(0);
  expect((await account.client.inventory.item.get({ sku: 'A' })).items).toMatchObject([{ quantity: ROWS }]);
  expect((await account.client.inventory.addition.get()).total).toBe(ROWS);
  expect((await account.bring('', { ...options, file })).counts).toEqual({ ...NONE, before: ROWS });
});
