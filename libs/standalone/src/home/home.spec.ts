import { StartFault } from '@stockbook/process';
import { mkdtemp, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHome } from './home.js';

let scratch: string;
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'stockbook-home-'));
});
afterEach(() => rm(scratch, { recursive: true }));

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

test('a home is a closed folder, made with its parents', async () => {
  const home = await openHome(join(scratch, 'a', 'b'));
  expect(await modeOf(home.path)).toBe(0o700);
  await home.close();
});

test('secret keys are made once and stay the same', async () => {
  const first = await openHome(scratch);
  const keys = await first.secretKeys();
  await first.close();
  const sealed = keys.seal('secret', 'owner');

  const second = await openHome(scratch);
  expect((await second.secretKeys()).open(sealed, 'owner')).toBe('secret');
  expect(await modeOf(join(scratch, 'secret.keys'))).toBe(0o600);
  await second.close();
});

test('demo.json is private and replaced as a whole', async () => {
  const home = await openHome(scratch);
  const demo = { url: 'http://127.0.0.1:3000', domain: 'demo', api_key: 'key', api_secret: 'secret' };
  await home.writeDemo({ ...demo, domain: 'a name that is longer than the next' });
  await home.writeDemo(demo);
  expect(JSON.parse(await readFile(join(scratch, 'demo.json'), 'utf8'))).toEqual(demo);
  expect(await modeOf(join(scratch, 'demo.json'))).toBe(0o600);
  await home.close();
});

test('a home in use is refused by one sentence that names the process', async () => {
  const home = await openHome(scratch);
  await expect(openHome(scratch)).rejects.toEqual(
    new StartFault(`The home folder ${scratch} is in use by another Stockbook, process ${process.pid}.`),
  );
  await home.close();
  await (await openHome(scratch)).close();
});

test('a lock recovers when its process id now belongs to another process', async () => {
  const home = await openHome(scratch);
  const lock = join(scratch, 'lock');
  const [holder] = await readdir(lock);
  await rename(join(lock, holder!), join(lock, `${holder}0`));
  const next = await openHome(scratch);
  expect(await readdir(lock)).toEqual([holder]);
  await next.close();
  await home.close();
});

test.each(['file', 'file/below'])('a home that cannot be a folder (%s) is refused by one sentence', async (path) => {
  await writeFile(join(scratch, 'file'), '');
  const fault = openHome(join(scratch, path));
  await expect(fault).rejects.toBeInstanceOf(StartFault);
  await expect(fault).rejects.toThrow(
    /^The home folder .*file.* cannot be written \(E[A-Z]+: .*\): set STOCKBOOK_HOME .*\.$/,
  );
});
