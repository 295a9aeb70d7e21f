import { sign } from '@stockbook/auth';
import autocannon from 'autocannon';
import type { Job } from './job.js';
import { bodiesOf } from './requests.js';
import { LoadCounter } from './load-counter.js';

const TIMEOUT_SECONDS = 20;

/** Runs this many clients; each sends its next request when the last one is answered. Ends with the last answers. */
export async function closedLoop(job: Job, connections: number): Promise<LoadCounter> {
  const { url, credentials, seconds } = job;
  const next = bodiesOf(job.plan);
  const path = `/${job.path}`;
  const counter = new LoadCounter(job.acknowledged);
  const clients: autocannon.Client[] = [];
  // Autocannon makes a new context for each request.
  const sentAt = new WeakMap<object, number>();
  // At the end of its duration it would cut off what is in flight; a client that may send no more ends by itself.
  setTimeout(() => clients.forEach((client) => Object.assign(client, { responseMax: 1 })), seconds * 1_000);
  await autocannon({
    url,
    connections,
    duration: seconds + TIMEOUT_SECONDS,
    timeout: TIMEOUT_SECONDS,
    // How often it looks whether all have ended.
    sampleInt: 20,
    setupClient: (client) => clients.push(client),
    requests: [
      {
        method: 'POST',
        path,
        headers: { 'content-type': 'application/json' },
        setupRequest: (request, context) => {
          const body = sign(path, next(), credentials);
          sentAt.set(context, LoadCounter.now());
          counter.send();
          return { ...request, body };
        },
        onResponse: (status, body, context) => counter.answer(status, body, sentAt.get(context) ?? NaN),
      },
    ],
  });
  return counter;
}
