import { type Credentials } from '@stockbook/auth';
import { freePort } from '@stockbook/process';
import {
  AppProcess,
  buildApps,
  checkedClient,
  eventually,
  ok,
  openShop,
  orderOf,
  post,
  scratchDatabase,
  type ScratchDatabase,
  sign,
  type TestUser,
} from '@stockbook/testing';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';

const CLIENTS = 8;
const RECOVERY_MS = 5_000;

let folder: string;
let database: ScratchDatabase;
const apps: AppProcess[] = [];
beforeAll(async () => {
  buildApps();
  folder = await mkdtemp(join(tmpdir(), 'stockbook-hung-'));
  database = await scratchDatabase();
});
afterAll(async () => {
  await Promise.all(apps.map((app) => app.kill('SIGKILL')));
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Starts a process on the database, with a home of its own. */
async function start(name: string, keys: string) {
  const home = join(folder, name);
  const port = String(await freePort());
  const env = { STOCKBOOK_HOME: home, DATABASE_URL: database.url, STOCKBOOK_SECRET_KEYS: keys, PORT: port };
  const app = new AppProcess('standalone', { ...env, RATE_LIMIT_PER_MINUTE: '0' });
  apps.push(app);
  return { app, url: await app.ready(), home };
}

const signal = ({ pid }: AppProcess, name: NodeJS.Signals) => process.kill(pid!, name);

/** Comments on one order, each sent once unless its outcome is unknown. */
class Comments {
  readonly acknowledged: string[] = [];
  readonly unknown: string[] = [];
  private count = 0;

  constructor(
    private readonly order_id: number,
    private readonly credentials: Credentials,
  ) {}

  /** Sends a comment, and returns whether it was acknowledged. */
  async send(url: string, text = this.next()): Promise<boolean> {
    const { status } = await post(url, 'sale/order/addHistory', text);
    (status === 200 ? this.acknowledged : this.unknown).push(text);
    if (status !== 200 && status < 500) throw new Error(`${text} was answered by ${status}.`);
    return status === 200;
  }

  /** Lets several clients add one comment after the other until the end. */
  async load(url: string, end: AbortSignal): Promise<void> {
    const client = async () => {
      while (!end.aborted) await this.send(url);
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
  }

  private next(): string {
    const comment = `comment ${++this.count}`;
    const body = { order_id: this.order_id, comment, idempotency_key: comment };
    return sign('/sale/order/addHistory', body, this.credentials);
  }
}

/** Halts the process at a moment when one of its transactions, for which PostgreSQL waits, blocks others. */
async function haltInTransaction(app: AppProcess, observer: Client): Promise<void> {
  const blocking = `SELECT FROM pg_stat_activity waiting
    JOIN pg_stat_activity open ON open.pid = ANY (pg_blocking_pids(waiting.pid)) AND open.state = 'idle in transaction'
    WHERE waiting.datname = current_database()`;
  const isBlocking = async () => Boolean((await observer.query(blocking)).rowCount);
  await eventually(async () => {
    signal(app, 'SIGSTOP');
    // A statement that the process sent before has ended by the second look.
    if ((await isBlocking()) && (await isBlocking())) return true;
    signal(app, 'SIGCONT');
    return false;
  });
}

async function everyComment({ api }: TestUser, order_id: number): Promise<string[]> {
  const comments: string[] = [];
  for (let page = 1; ; page++) {
    const { histories } = ok(await api.sale.order.getHistory({ order_id, page, limit: 100 }));
    comments.push(...histories.map(({ comment }) => comment).filter((comment) => comment.startsWith('comment')));
    if (histories.length < 100) return comments;
  }
}

test('a process that hangs in a transaction holds rows for less than 5 s, and then does nothing twice', async () => {
  const keys = `k1:${randomBytes(32).toString('base64')}`;
  const hung = await start('hung', keys);
  const other = await start('other', keys);
  const { url, ...credentials } = JSON.parse(await readFile(join(hung.home, 'demo.json'), 'utf8'));
  const user: TestUser = { account_id: 1, user_id: 1, credentials, api: checkedClient(other.url, credentials) };
  const order = orderOf(await openShop(user), [{ item_id: 0, quantity: 1 }]);
  const { order_id } = ok(await user.api.sale.order.add(order)).order;
  const comments = new Comments(order_id, credentials);
  const observer = new Client(database.url);
  await observer.connect();

  const [ending, recovered] = [new AbortController(), new AbortController()];
  const load = comments.load(hung.url, ending.signal);
  await eventually(() => comments.acknowledged.length > CLIENTS);
  await haltInTransaction(hung.app, observer);
  const [halted_at, before] = [performance.now(), comments.acknowledged.length];
  const recovery = comments.load(other.url, recovered.signal);
  await eventually(() => comments.acknowledged.length > before, 90_000);
  const recovered_ms = performance.now() - halted_at;
  recovered.abort();
  ending.abort();
  signal(hung.app, 'SIGCONT');
  await Promise.all([load, recovery]);
  expect(recovered_ms).toBeLessThan(RECOVERY_MS);

  expect(await comments.send(hung.url)).toBe(true);
  for (const text of comments.unknown.splice(0)) expect(await comments.send(other.url, text)).toBe(true);
  const kept = await everyComment(user, order_id);
  expect([kept.length, new Set(kept).size]).toEqual(Array(2).fill(comments.acknowledged.length));
  await observer.end();
  expect(await Promise.all([hung, other].map(({ app }) => app.kill('SIGTERM')))).toEqual([0, 0]);
}, 180_000);
