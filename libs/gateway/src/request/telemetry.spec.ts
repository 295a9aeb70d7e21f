import { signExactly } from '@stockbook/auth';
import { freePort, openLog, serveHealth } from '@stockbook/process';
import { call, eventually, ok, type TestUser, World } from '@stockbook/testing';
import { RawConnection } from './raw-connection.fixture.js';

const EDIT = 'inventory/brand/edit';
const GET = 'inventory/brand/get';
const ITEMS = 'inventory/item/get';

let world: World;
let owner: TestUser;
let metrics: string;
let closeHealth: () => void;
beforeAll(async () => {
  const [host, port] = ['127.0.0.1', await freePort()];
  closeHealth = await serveHealth({ host, port, env: {} }, { ready: async () => [] });
  metrics = `http://${host}:${port}/metrics`;
  world = await World.open({ log: openLog('test', 'silent') });
  owner = await world.account();
});
afterAll(async () => {
  closeHealth();
  await world.close();
});

async function counted(operation: string, status: number): Promise<number> {
  const text = await (await fetch(metrics)).text();
  const series = `stockbook_http_requests_total{operation="${operation}",status="${status}"} `;
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(series))
      ?.slice(series.length) ?? 0,
  );
}

/** Does the work, and waits until one more request is counted; more would be too many. */
async function countsOne(operation: string, status: number, work: () => Promise<unknown>): Promise<void> {
  const before = await counted(operation, status);
  await work();
  await eventually(async () => (await counted(operation, status)) > before);
  expect(await counted(operation, status)).toBe(before + 1);
}

/** Sends a signed request whose answer nobody reads. */
async function unread(path: string, body: object): Promise<RawConnection> {
  const connection = await RawConnection.to(world.url);
  connection.socket.pause();
  const text = signExactly(`/${path}`, body, owner.credentials);
  connection.head(path, { 'transfer-encoding': '', 'content-length': String(Buffer.byteLength(text)) });
  connection.socket.write(text);
  return connection;
}

const raw = async (line: string) => {
  const connection = await RawConnection.to(world.url);
  connection.socket.write(`${line}\r\nhost: x\r\nconnection: close\r\n\r\n`);
  await connection.ended;
};

describe('a request is counted once with the status of its answer:', () => {
  it.each([
    ['a read', GET, 200, async () => call(world.url, owner.credentials, GET, {})],
    ['a refusal', GET, 400, async () => call(world.url, owner.credentials, GET, { limit: 'x' })],
    ['a refusal of its head', GET, 405, async () => raw(`GET /${GET} HTTP/1.1`)],
    ['an unknown operation', 'unknown', 404, async () => raw('POST /no/such/thing HTTP/1.1')],
    ['a path that is none', 'unknown', 400, async () => raw('GET /% HTTP/1.1')],
    ['bytes that are no HTTP', 'unknown', 400, async () => raw('no HTTP')],
  ])('%s', async (_, operation, status, work) => countsOne(operation, status, work));

  it('a fault of ours', async () => {
    const { db } = world.assembly.running.settings;
    await db.source.query('ALTER TABLE settings.currency RENAME TO away');
    try {
      const path = 'setting/currency/get';
      await countsOne(path, 500, () => call(world.url, owner.credentials, path, {}));
    } finally {
      await db.source.query('ALTER TABLE settings.away RENAME TO currency');
    }
  });

  it('a write whose client leaves before its answer', async () => {
    const { brand_id } = ok(await owner.api.inventory.brand.add({ name: 'Hot' }));
    const locker = world.assembly.running.inventory.db.source.createQueryRunner();
    await locker.startTransaction();
    await locker.query('SELECT 1 FROM inventory.brand FOR UPDATE');
    await countsOne(EDIT, 200, async () => {
      const { socket, ended } = await unread(EDIT, { brand_id, name: 'Cool' });
      const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
      await eventually(async () => (await locker.query(waiting)).length > 0);
      socket.destroy();
      await ended;
      await locker.rollbackTransaction();
    });
    await locker.release();
  });

  it('an answer whose client leaves while it comes', async () => {
    const description = 'x'.repeat(190_000);
    for (let i = 0; i < 20; i++) ok(await owner.api.inventory.item.add({ name: `Large ${i}`, price: 1, description }));
    await countsOne(ITEMS, 200, async () => {
      const { socket } = await unread(ITEMS, { limit: 20 });
      await eventually(() => socket.readableLength > 0 || socket.bytesRead > 0);
      socket.destroy();
    });
  });
});
