import { createServer, type Server } from 'node:http';
import type { Job } from './job.js';
import { runJob } from './loops.js';

const TAKES_MS = 30;
let server: Server;
let arrivals: number[];
let atOnce: number;
let most: number;
beforeEach(async () => {
  [arrivals, atOnce, most] = [[], 0, 0];
  server = createServer((request, response) => {
    arrivals.push(performance.now());
    most = Math.max(most, ++atOnce);
    request.resume().on('end', () =>
      setTimeout(() => {
        atOnce--;
        response.end('{"order":{"order_id":7}}');
      }, TAKES_MS),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterEach(() => void server.close());

function job(loop: Job['loop'], seconds: number): Job {
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server listens at no port.');
  const credentials = { domain: 'd', api_key: 'k', api_secret: 's' };
  const plan = { kind: 'same', bodies: [{ limit: 1 }] } as const;
  return {
    url: `http://127.0.0.1:${address.port}`,
    credentials,
    path: 'a/b/get',
    plan,
    loop,
    seconds,
    acknowledged: 'order_id',
  };
}

test('a closed loop keeps its clients at work and ends when all are answered', async () => {
  const { sent, unanswered, statuses, acknowledgements, latencies_ms } = await runJob(job({ connections: 4 }, 0.5));
  expect({ most, unanswered, statuses }).toEqual({ most: 4, unanswered: 0, statuses: { 200: sent } });
  expect(sent).toBeGreaterThan(8);
  expect(acknowledgements.map(({ id }) => id)).toEqual(Array.from({ length: sent }, () => 7));
  expect(Math.min(...latencies_ms)).toBeGreaterThanOrEqual(TAKES_MS - 1);
});

test('an open loop sends at even distances, whatever is still in flight', async () => {
  const began = performance.now();
  const { sent, unanswered, latencies_ms } = await runJob(job({ rate: 200 }, 0.5));
  expect({ sent, unanswered, count: arrivals.length }).toEqual({ sent: 100, unanswered: 0, count: 100 });
  expect(most).toBeGreaterThan(2);
  expect(arrivals.at(-1)! - began).toBeGreaterThan(400);
  expect(Math.min(...latencies_ms)).toBeGreaterThanOrEqual(TAKES_MS - 1);
});

test('a request that an open loop sends late counts as late', async () => {
  const running = runJob(job({ rate: 100 }, 0.2));
  const until = performance.now() + 300;
  // Holds up the generator itself.
  while (performance.now() < until);
  const { latencies_ms } = await running;
  expect(Math.max(...latencies_ms)).toBeGreaterThan(250);
});
