import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { answerQuestions } from '../../side-process.js';
import type { Arrival, Question } from './receiver.js';

const POLL_MS = 50;
const LIMIT_MS = 120_000;
const SLOW_MS = 9_000;

/**
 * Answers deliveries at once, except at /hang, which never gets an answer, and at /slow. It notes when each one arrived
 * and was answered. Once it is asked to, it answers 500 to the first attempt of each record's first delivery, which it
 * does not note.
 */
let arrivals: Arrival[] = [];
let isRefusing = false;

const server = createServer((request, response) => {
  const received_at = Date.now();
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.url === '/hang') return;
    if (request.url === '/slow') return void setTimeout(() => response.end(), SLOW_MS);
    const { timestamp, sequence } = JSON.parse(Buffer.concat(chunks).toString());
    if (isRefusing && sequence === 1 && request.headers['stockbook-attempt'] === '1')
      return void response.writeHead(500).end();
    response.end();
    const committed_at = Date.parse(timestamp);
    arrivals.push({ path: request.url ?? '', sequence, committed_at, received_at, answered_at: Date.now() });
  });
});
server.keepAliveTimeout = 60_000;

async function listen(): Promise<string> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function take(count: number): Promise<readonly Arrival[]> {
  for (const end = Date.now() + LIMIT_MS; arrivals.length < count; await delay(POLL_MS)) {
    if (Date.now() > end) throw new Error(`Fewer than ${count} deliveries have arrived within ${LIMIT_MS / 1_000} s.`);
  }
  const taken = arrivals;
  arrivals = [];
  return taken;
}

answerQuestions((question: Question) => {
  if (question === 'listen') return listen();
  if (question === 'refuse') return void (isRefusing = true);
  return take(question);
});
