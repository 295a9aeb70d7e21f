import { keepOpen, unfinishedPost } from '@stockbook/testing';
import { call, sign } from '@stockbook/testing/requests';
import { setMaxListeners } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FaultKind } from './fault.js';
import type { Stage } from './stage.js';

const [STRANGERS, READERS, WRITERS] = [100, 8, 2];
/** The bytes of one body, so that the strangers' bodies together are more than the gateways keep for strangers. */
const PART = 2 * 1_048_576;
/** A reader pauses this long between two unread pages. */
const PAUSE_MS = 1_000;
const PAGE = 'inventory/item/get';

/** Beside the work no request may fail. The work rejects if it had no effect. */
async function beside(
  { gate }: Stage,
  name: string,
  lasts_s: number,
  work: (signal: AbortSignal) => Promise<string>,
): Promise<string> {
  const signal = AbortSignal.timeout(1_000 * lasts_s);
  setMaxListeners(0, signal);
  let done = '';
  const { requests, failures } = await gate.watch(name, {}, async () => (done = await work(signal)));
  return `${lasts_s} s, ${done}, ${requests} requests of others, ${failures.length} failed`;
}

const strangers: FaultKind = {
  name: 'strangers with slow bodies',
  takes_s: 1,
  lasts_s: [8, 20],
  isAlone: true,
  inflict(stage, lasts_s) {
    const { urls } = stage.system;
    const bytes = unfinishedPost('inventory/item/edit', Buffer.alloc(PART, ' '));
    return beside(stage, this.name, lasts_s, async (signal) => {
      const kept = Array.from({ length: STRANGERS }, (_, n) => keepOpen(urls[n % urls.length] ?? '', bytes, signal));
      const closed = (await Promise.all(kept)).reduce((sum, each) => sum + each, 0);
      if (!closed) throw new Error('The gateways kept all bodies.');
      return `${closed} connections were closed`;
    });
  },
};

/** Asks for a page each second and reads none; returns the number of pages. */
async function askUnread(url: string, bytes: string, signal: AbortSignal): Promise<number> {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  while (!signal.aborted) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined).pause();
    socket.write(bytes);
    sockets.push(socket);
    await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined);
  }
  for (const socket of sockets) socket.destroy();
  return sockets.length;
}

/** A description may not have more tags than this. */
const COSTLY_TEXT = '<div style="color:red">'.repeat(2_500);

/** Tries texts that cost most to clean; returns how many were accepted. */
async function cleanTexts(url: string, { credentials }: Stage['bulky'], signal: AbortSignal): Promise<number> {
  const trial = { name: 'Trial', description: COSTLY_TEXT, dry_run: true };
  let accepted = 0;
  while (!signal.aborted) {
    const answer = await call(url, credentials, 'inventory/item/add', trial);
    if (answer.status === 200) accepted++;
  }
  return accepted;
}

const bulky: FaultKind = {
  name: 'tenant with large records',
  takes_s: 1,
  lasts_s: [8, 20],
  isAlone: true,
  inflict(stage, lasts_s) {
    const { urls } = stage.system;
    const urlOf = (n: number) => urls[n % urls.length] ?? '';
    return beside(stage, this.name, lasts_s, async (signal) => {
      const body = sign(`/${PAGE}`, {}, stage.bulky.credentials);
      const head = `POST /${PAGE} HTTP/1.1\r\nhost: stockbook\r\ncontent-type: application/json\r\n`;
      const bytes = `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
      const [asked, cleaned] = await Promise.all([
        Promise.all(Array.from({ length: READERS }, (_, n) => askUnread(urlOf(n), bytes, signal))),
        Promise.all(Array.from({ length: WRITERS }, (_, n) => cleanTexts(urlOf(n), stage.bulky, signal))),
      ]);
      const [pages, texts] = [asked, cleaned].map((counts) => counts.reduce((sum, each) => sum + each, 0));
      if (!texts) throw new Error('No large text was accepted.');
      return `${pages} unread pages and ${texts} texts`;
    });
  },
};

/** Large, slow and unread requests of strangers and of one tenant. */
export const abuses: readonly FaultKind[] = [strangers, bulky];
