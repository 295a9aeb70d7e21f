import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Arrival, Question } from './receiver.js';

/**
 * Answers every delivery at once, but for those at /hang, and notes when each one arrived and was answered. Once it is told to, it
 * answers 500 to the first attempt of each record's first delivery, which it does not note.
 */
let arrivals: Arrival[] = [];
let isRefusing = false;

const server = createServer((request, response) => {
  const received_at = Date.now();
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.url === '/hang') return;
    const { timestamp, sequence } = JSON.parse(Buffer.concat(chunks).toString());
    if (isRefusing && sequence === 1 && request.headers['stockbook-attempt'] === '1')
      return void response.writeHead(500).end();
    response.end();
    const committed_at = Date.parse(timestamp);
    arrivals.push({ path: request.url ?? '', sequence, committed_at, received_at, answered_at: Date.now() });
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () =>
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
);

process.on('message', (message: Question) => {
  if (message === 'refuse') isRefusing = true;
  process.send?.(message === 'count' ? { count: arrivals.length } : { arrivals });
  if (message === 'take') arrivals = [];
});
process.on('disconnect', () => process.exit());
