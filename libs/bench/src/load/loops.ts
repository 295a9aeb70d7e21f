import { sign } from '@stockbook/testing/requests';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Job, LoadResult } from './job.js';
import { LoadCounter, now } from './load-counter.js';
import { bodiesOf } from './requests.js';

const TIMEOUT_MS = 20_000;
/** More than this many at once wait for a connection, and the wait counts. */
const SOCKETS = 256;

/** Sends one request. Resolves when it is answered, or has failed and so stays unanswered. */
type Send = (due: number) => Promise<void>;

export async function runJob(job: Job): Promise<LoadResult> {
  const { url, credentials, loop, seconds } = job;
  const path = `/${job.path}`;
  const headers = { 'content-type': 'application/json' };
  const next = bodiesOf(job.plan);
  const counter = new LoadCounter(job.acknowledged);
  const pool = new Pool(url, { connections: SOCKETS, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });
  const send: Send = async (due) => {
    const text = sign(path, next(), credentials);
    counter.send();
    try {
      const { statusCode, body } = await pool.request({ path, method: 'POST', headers, body: text });
      counter.answer(statusCode, await body.text(), due);
    } catch {
      // The request stays unanswered, which the result shows.
    }
  };
  await ('rate' in loop ? openLoop(loop.rate, seconds, send) : closedLoop(loop.connections, seconds, send));
  await pool.close();
  return counter.result();
}

async function closedLoop(connections: number, seconds: number, send: Send): Promise<void> {
  const end = now() + seconds * 1_000;
  const client = async () => {
    while (now() < end) await send(now());
  };
  await Promise.all(Array.from({ length: connections }, client));
}

/** A latency counts from the moment at which the request was due. */
async function openLoop(rate: number, seconds: number, send: Send): Promise<void> {
  const inFlight: Promise<void>[] = [];
  const start = now();
  const count = Math.max(1, Math.round(rate * seconds));
  for (let n = 0; n < count; await delay(1)) {
    const due = Math.min(count, Math.floor(((now() - start) / 1_000) * rate) + 1);
    for (; n < due; n++) inFlight.push(send(start + (n / rate) * 1_000));
  }
  await Promise.all(inFlight);
}
