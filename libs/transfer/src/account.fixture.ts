import { Stockbook, type StockbookOptions } from '@stockbook/client';
import { type Shop, openShop, type TestUser, World } from '@stockbook/testing';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importFile, type ImportOptions } from './import/import-file.js';

export const NONE = { created: 0, changed: 0, unchanged: 0, failed: 0, before: 0 };

/** Returns the path of an export of another system, as it looks in real life. */
export const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

/** An account with a shop, and a directory for its files. */
export class Account {
  private files = 0;

  private constructor(
    readonly world: World,
    readonly user: TestUser,
    readonly shop: Shop,
    readonly options: StockbookOptions,
    readonly client: Stockbook,
    private readonly directory: string,
  ) {}

  static async open(): Promise<Account> {
    const world = await World.shared();
    const user = await world.account();
    const { domain, api_key: apiKey, api_secret: apiSecret } = user.credentials;
    const options = { url: world.url, domain, apiKey, apiSecret };
    const directory = await mkdtemp(join(tmpdir(), 'stockbook-transfer-'));
    return new Account(world, user, await openShop(user), options, new Stockbook(options), directory);
  }

  path(name: string): string {
    return join(this.directory, name);
  }

  async fileOf(text: string, extension = 'csv'): Promise<string> {
    const file = this.path(`${++this.files}.${extension}`);
    await writeFile(file, text);
    return file;
  }

  /** Imports a text, or a copy of a fixture, and returns the counts and the file of failed lines. */
  async bring(text: string, options: Partial<ImportOptions> = {}) {
    const file = options.file ?? (await this.fileOf(text));
    const { counts, errors } = await importFile(this.client, { ...options, file });
    return { file, counts, failed: errors === undefined ? '' : await readFile(errors, 'utf8') };
  }

  async bringFixture(name: string, options: Partial<ImportOptions> = {}) {
    return this.bring(await readFile(fixture(name), 'utf8'), { map: name.replace('.csv', ''), ...options });
  }

  async close(): Promise<void> {
    await rm(this.directory, { recursive: true });
  }
}
