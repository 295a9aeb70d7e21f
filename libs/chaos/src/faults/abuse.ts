import { call, sign } from '@stockbook/auth';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describeAnswer } from '../load/gate.js';
import type { ShopAccount } from '../load/shop.js';
import type { FaultKind } from './fault.js';
import type { Stage } from './stage.js';

/** So soon 99 of a hundred requests of everybody else are answered meanwhile. */
const P99_LIMIT_MS = 500;
const [STRANGERS, READERS, WRITERS] = [100, 8, 2];
const KIB = 1_024;
/** As much as a description may have. */
const LARGE = 256 * KIB;
const [RECORDS, PATH] = [20, 'inventory/item/get'];

/** A connection that sends these bytes and then neither sends nor reads, and is opened again whenever it is closed. */
async function keepOpen(url: string, bytes: string, signal: AbortSignal): Promise<void> {
  const { hostname, port } = new URL(url);
  while (!signal.aborted) {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('error', () => undefined).pause();
    socket.write(bytes);
    await once(socket, 'close', { signal }).catch(() => undefined);
    socket.destroy();
    await delay(50, undefined, { signal }).catch(() => undefined);
  }
}

/** Works for so many seconds, while all other requests are answered, and soon. */
async function beside(
  { gate }: Stage,
  { name, lasts_s }: { name: string; lasts_s: number },
  work: (signal: AbortSignal) => Promise<unknown>,
): Promise<string> {
  const { requests, failures } = await gate.watch(name, { p99_limit_ms: P99_LIMIT_MS }, () =>
    work(AbortSignal.timeout(1_000 * lasts_s)),
  );
  return `${lasts_s} s, ${requests} requests of others, ${failures.length} failed`;
}

/** Bodies in parts that never end: the connections cost memory as long as they are kept. */
const strangers: FaultKind = {
  name: 'strangers with slow bodies',
  takes_s: 1,
  lasts_s: [8, 20],
  isAlone: true,
  inflict: (stage, lasts_s) => {
    const head = 'POST /sale/order/add HTTP/1.1\r\nhost: stockbook\r\ncontent-type: application/json\r\n';
    const part = ' '.repeat(LARGE);
    const bytes = `${head}transfer-encoding: chunked\r\n\r\n${LARGE.toString(16)}\r\n${part}\r\n`;
    const { urls } = stage.system;
    return beside(stage, { name: 'strangers with slow bodies', lasts_s }, (signal) =>
      Promise.all(Array.from({ length: STRANGERS }, (_, n) => keepOpen(urls[n % urls.length] ?? '', bytes, signal))),
    );
  },
};

/** Large records, added once a run. */
async function addLargeRecords({ gate }: Stage, { credentials }: ShopAccount): Promise<void> {
  const found = await gate.ask(PATH, { limit: 1 }, credentials);
  if (JSON.stringify(found?.body).includes('Bulky')) return;
  for (let number = 1; number <= RECORDS; number++) {
    const description = 'Large. '.repeat(LARGE / 8);
    const answer = await gate.ask('inventory/item/add', { name: `Bulky ${number}`, description }, credentials);
    if (answer?.status !== 200) throw new Error(`inventory/item/add ${describeAnswer(answer)}`);
  }
}

/** A tenant whose pages are as large as can be, whose clients never read them, and who tries texts that cost most to clean. */
const bulky: FaultKind = {
  name: 'tenant with large records',
  takes_s: 4,
  lasts_s: [8, 20],
  isAlone: true,
  inflict: async (stage, lasts_s) => {
    const { credentials } = stage.bulky;
    await addLargeRecords(stage, stage.bulky);
    const { urls } = stage.system;
    const body = sign(`/${PATH}`, { limit: RECORDS }, credentials);
    const head = `POST /${PATH} HTTP/1.1\r\nhost: stockbook\r\ncontent-type: application/json\r\n`;
    const bytes = `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    const write = async (signal: AbortSignal) => {
      for (let number = 1; !signal.aborted; number++) {
        const description = '<'.repeat(LARGE);
        const fields = { name: `Trial ${number}`, description, dry_run: true };
        await call(urls[number % urls.length] ?? '', credentials, 'inventory/item/add', fields).catch(() => undefined);
      }
    };
    return beside(stage, { name: 'tenant with large records', lasts_s }, (signal) =>
      Promise.all([
        ...Array.from({ length: READERS }, (_, n) => keepOpen(urls[n % urls.length] ?? '', bytes, signal)),
        ...Array.from({ length: WRITERS }, () => write(signal)),
      ]),
    );
  },
};

/** Large, slow and unread requests, as strangers and one tenant send them. Everybody else is served as if they were not there. */
export const abuses: readonly FaultKind[] = [strangers, bulky];
