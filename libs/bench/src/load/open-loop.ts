import { sign } from '@stockbook/auth';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Job } from './job.js';
import { bodiesOf } from './requests.js';
import { LoadCounter } from './load-counter.js';

const TIMEOUT_MS = 20_000;
/** More than this many at once wait for a connection, and the wait counts. */
const SOCKETS = 256;

/**
 * So many requests a second at even distances, whether or not the earlier ones were answered. A latency counts from the moment
 * at which the request was due: what waits because the system or this process is behind is not left out.
 */
export async function openLoop(job: Job, rate: number): Promise<LoadCounter> {
  const next = bodiesOf(job.plan);
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS });
  const counter = new LoadCounter(job.acknowledged);
  const inFlight: Promise<void>[] = [];
  const start = LoadCounter.now();
  const count = Math.max(1, Math.round(rate * job.seconds));
  for (let n = 0; n < count;) {
    const due = Math.min(count, Math.floor(((LoadCounter.now() - start) / 1_000) * rate) + 1);
    for (; n < due; n++) {
      counter.send();
      inFlight.push(post(agent, job, next(), start + (n / rate) * 1_000, counter));
    }
    await delay(1);
  }
  await Promise.all(inFlight);
  agent.destroy();
  return counter;
}

/** Resolves when the request is answered, or has failed and so stays unanswered. */
function post(
  agent: Agent,
  { url, path, credentials }: Job,
  body: object,
  due: number,
  counter: LoadCounter,
): Promise<void> {
  const text = sign(`/${path}`, body, credentials);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  return new Promise((resolve) => {
    const sent = request(`${url}/${path}`, { method: 'POST', agent, headers, timeout: TIMEOUT_MS }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => resolve());
      response.on('end', () => {
        counter.answer(response.statusCode ?? 0, Buffer.concat(chunks).toString(), due);
        resolve();
      });
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => resolve());
    sent.end(text);
  });
}
