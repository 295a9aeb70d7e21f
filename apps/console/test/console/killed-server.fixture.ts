import type { Credentials } from '@stockbook/auth';
import { freePort } from '@stockbook/process';
import {
  AppProcess,
  buildApps,
  checkedClient,
  scratchDatabase,
  type ScratchDatabase,
  type TestUser,
} from '@stockbook/testing';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** A process with the whole of Stockbook, which is killed and started again on the same database and port. */
export class KilledServer {
  private app: AppProcess;

  private constructor(
    readonly url: string,
    private readonly home: string,
    private readonly database: ScratchDatabase,
    private readonly env: Record<string, string>,
  ) {
    this.app = new AppProcess('standalone', env);
  }

  static async start(): Promise<KilledServer> {
    buildApps();
    const home = await mkdtemp(join(tmpdir(), 'stockbook-killed-'));
    const [database, port] = [await scratchDatabase(), String(await freePort())];
    const keys = `k1:${randomBytes(32).toString('base64')}`;
    const env = { STOCKBOOK_HOME: home, DATABASE_URL: database.url, STOCKBOOK_SECRET_KEYS: keys, PORT: port };
    const server = new KilledServer(`http://127.0.0.1:${port}`, home, database, { ...env, RATE_LIMIT_PER_MINUTE: '0' });
    await server.app.ready();
    return server;
  }

  /** The owner of the demo account. */
  async owner(): Promise<TestUser> {
    const { domain, api_key, api_secret } = JSON.parse(await readFile(join(this.home, 'demo.json'), 'utf8'));
    const credentials: Credentials = { domain, api_key, api_secret };
    return { account_id: 1, user_id: 1, credentials, api: checkedClient(this.url, credentials) };
  }

  /**
   * Kills the process at the next request of this path: while the request is on its way, or when it is done and its
   * answer is lost. Resolves when the process has ended.
   */
  killedAt(page: Page, path: string, isDone: boolean): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const kill = () => this.app.kill('SIGKILL').then(resolve, reject);
      const whileSent = page.route(
        `**/${path}`,
        async (route) => {
          if (!isDone) return Promise.all([route.continue(), kill()]);
          await route.fetch();
          await kill();
          return route.abort();
        },
        { times: 1 },
      );
      whileSent.catch(reject);
    });
  }

  async startAgain(): Promise<void> {
    this.app = new AppProcess('standalone', this.env);
    await this.app.ready();
  }

  async end(): Promise<void> {
    await this.app.kill('SIGKILL');
    await this.database.drop();
    await rm(this.home, { recursive: true });
  }
}
