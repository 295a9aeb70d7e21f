/**
 * `node --import` loads this into the processes. It kills or halts them at named points and publishes thrice, so the
 * product has no hook for tests. It is bundled with the applications, so it wraps the very modules that they load.
 */
import type { Call, Event } from '@stockbook/contracts';
import type { Tx } from '@stockbook/persistence';
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync, existsSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import {
  AFTER_2XX,
  type CrashPoint,
  HALTED,
  haltedOf,
  IN_TRANSACTION,
  publisherOf,
  THRICE,
  THRICE_COUNTS,
  TRAPS,
  trapOf,
} from './traps.js';

const folder = process.env[TRAPS];
/** `apps/sales/dist/main.js` runs the service sales. */
const service = basename(dirname(dirname(process.argv[1] ?? '')));
const SIGN_EVERY_MS = 500;

// Threads are started under load and have nothing to wrap; loading it all would cost each 0.7 s of CPU.
if (isMainThread && folder && service !== 'gateway') await wrap(folder);

async function wrap(traps: string): Promise<void> {
  const { Db } = await import('@stockbook/persistence');
  const { KafkaBus } = await import('@stockbook/messaging');
  const pass = (point: CrashPoint | typeof AFTER_2XX) => {
    if (isTaken(join(traps, trapOf(point, service)))) process.kill(process.pid, 'SIGKILL');
  };

  // Undici, by which webhooks are sent, reports each answer before its sender gets it.
  subscribe('undici:request:headers', (message) => {
    if (isAnswer(message) && message.response.statusCode < 300) pass(AFTER_2XX);
  });

  const { transact, transactFor } = Db.prototype;
  Db.prototype.transact = async function <T extends object>(call: Call, work: (tx: Tx) => Promise<T>): Promise<T> {
    const halting = async (tx: Tx) => {
      const answer = await work(tx);
      haltIn(traps, call);
      return answer;
    };
    const result: T = await transact.call<InstanceType<typeof Db>, [Call, typeof work], Promise<T>>(
      this,
      call,
      halting,
    );
    pass('after-commit');
    return result;
  };
  Db.prototype.transactFor = async function <T>(
    accounts: readonly number[],
    work: (tx: Tx) => Promise<T>,
    lock_ms?: number,
    traceparent?: string,
  ): Promise<T> {
    type Arguments = [readonly number[], typeof work, number?, string?];
    const given: Arguments = [accounts, work, lock_ms, traceparent];
    const result: T = await transactFor.call<InstanceType<typeof Db>, Arguments, Promise<T>>(this, ...given);
    pass('after-batch');
    return result;
  };

  const { publish } = KafkaBus.prototype;
  let signed_at = 0;
  KafkaBus.prototype.publish = async function (events: readonly Event[], signal?: AbortSignal): Promise<void> {
    await publish.call(this, events, signal);
    if (existsSync(join(traps, THRICE))) {
      for (let copies = 2; copies; copies--) await publish.call(this, events, signal);
      appendFileSync(join(traps, THRICE_COUNTS), `${events.length}\n`);
    }
    const halted = join(traps, trapOf(HALTED, service));
    if (existsSync(halted) || Date.now() - signed_at > SIGN_EVERY_MS) {
      writeFileSync(join(traps, publisherOf(service)), String(process.pid));
      signed_at = Date.now();
    }
    if (isTaken(halted)) process.kill(process.pid, 'SIGSTOP');
    pass('after-publish');
  };
}

const isAnswer = (message: unknown): message is { readonly response: { readonly statusCode: number } } =>
  typeof message === 'object' && message !== null && 'response' in message;

/** Halts the process if the trap is set for this write. */
function haltIn(traps: string, { input }: Call): void {
  const file = join(traps, trapOf(IN_TRANSACTION, service));
  if (!existsSync(file) || !JSON.stringify(input).includes(readFileSync(file, 'utf8'))) return;
  writeFileSync(join(traps, haltedOf(service)), JSON.stringify({ pid: process.pid, at: Date.now() }));
  if (isTaken(file)) process.kill(process.pid, 'SIGSTOP');
}

/** Takes a trap away; only one of several processes succeeds. */
function isTaken(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    unlinkSync(file);
    return true;
  } catch {
    return false;
  }
}
