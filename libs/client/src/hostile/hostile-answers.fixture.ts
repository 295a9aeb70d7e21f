import type { ServerResponse } from 'node:http';
import { type Answering, refusal } from './hostile-server.fixture.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const HTML = '<!doctype html><title>Maintenance</title>';
const HOUR_S = 3_600;

const answer =
  (
    status: number,
    type: string,
    text: (json: string) => string,
    headers: Readonly<Record<string, string>> = {},
  ): Answering =>
  (response, json) =>
    response.writeHead(status, { 'content-type': type, ...headers }).end(text(json));

const half = (json: string) => json.slice(0, json.length / 2);
const failing = (status: number, code: string, headers: Readonly<Record<string, string>> = {}) =>
  answer(status, 'application/json', () => refusal(status, code).json, headers);
const html = (status: number) => answer(status, 'text/html', () => HTML);
const raw = (bytes: string) => (response: ServerResponse) => void response.socket?.end(bytes);
const dated = (seconds: number) => new Date(Date.now() + seconds * 1_000).toUTCString();

/** The outcome of a call that always gets the answer. */
export interface Outcome {
  readonly status: number;
  readonly code: string;
  readonly retryAfter?: number;
}

const none = { status: 0, code: 'no_answer' };
const foreign = (status: number) => ({ status, code: 'unexpected_answer' });

export interface HostileAnswer {
  readonly name: string;
  readonly answering: Answering;
  readonly outcome: Outcome;
  /** The call needs a short time limit. */
  readonly isSlow?: boolean;
}

/** Answers after which the same request may be sent again. */
export const repeatable: readonly HostileAnswer[] = [
  { name: 'a connection that breaks', answering: (response) => response.destroy(), outcome: none },
  { name: 'a status line that is cut', answering: raw('HTTP/1.1 200'), outcome: none },
  { name: 'bytes that are no HTTP', answering: raw('220 mail.example ESMTP\r\n'), outcome: none },
  {
    name: 'a body that is shorter than its length',
    answering: (response, json) => {
      response
        .writeHead(200, { ...JSON_TYPE, 'content-length': json.length })
        .write(half(json), () => response.destroy());
    },
    outcome: none,
  },
  {
    name: 'a chunked body that ends early',
    answering: (response, json) => {
      response.writeHead(200, JSON_TYPE).write(half(json), () => response.destroy());
    },
    outcome: none,
  },
  {
    name: 'bytes that are not compressed as their header says',
    answering: answer(200, 'application/json', (json) => json, { 'content-encoding': 'gzip' }),
    outcome: none,
  },
  { name: 'no answer', answering: () => undefined, outcome: none, isSlow: true },
  {
    name: 'headers without a body',
    answering: (response) => void response.writeHead(200, JSON_TYPE).flushHeaders(),
    outcome: none,
    isSlow: true,
  },
  {
    name: 'a body that stops half-way',
    answering: (response, json) => void response.writeHead(200, JSON_TYPE).write(half(json)),
    outcome: none,
    isSlow: true,
  },
  { name: 'JSON that a proxy has cut', answering: answer(200, 'application/json', half), outcome: foreign(200) },
  { name: 'a page of a proxy with status 200', answering: html(200), outcome: foreign(200) },
  {
    name: 'JSON under the type of a text',
    answering: answer(200, 'text/plain', (json) => json),
    outcome: foreign(200),
  },
  { name: 'a list', answering: answer(200, 'application/json', (json) => `[${json}]`), outcome: foreign(200) },
  { name: 'null', answering: answer(200, 'application/json', () => 'null'), outcome: foreign(200) },
  {
    name: 'a text as JSON',
    answering: answer(200, 'application/json', (json) => JSON.stringify(json)),
    outcome: foreign(200),
  },
  { name: 'an empty body', answering: answer(200, 'application/json', () => ''), outcome: foreign(200) },
  { name: 'status 204', answering: answer(204, 'application/json', () => ''), outcome: foreign(204) },
  {
    name: '429 without Retry-After',
    answering: failing(429, 'rate_limited'),
    outcome: { status: 429, code: 'rate_limited' },
  },
  {
    name: '429 with a Retry-After that is neither number nor date',
    answering: failing(429, 'rate_limited', { 'retry-after': 'soon' }),
    outcome: { status: 429, code: 'rate_limited' },
  },
  { name: '429 of a proxy', answering: html(429), outcome: foreign(429) },
  { name: '500', answering: failing(500, 'internal'), outcome: { status: 500, code: 'internal' } },
  { name: '500 of a proxy', answering: html(500), outcome: foreign(500) },
  { name: '502 of a proxy', answering: html(502), outcome: foreign(502) },
  { name: '503', answering: failing(503, 'unavailable'), outcome: { status: 503, code: 'unavailable' } },
  { name: '503 of a proxy', answering: html(503), outcome: foreign(503) },
  {
    name: '503 with Retry-After: 0',
    answering: failing(503, 'unavailable', { 'retry-after': '0' }),
    outcome: { status: 503, code: 'unavailable', retryAfter: 0 },
  },
  { name: '504', answering: failing(504, 'timeout'), outcome: { status: 504, code: 'timeout' } },
];

/** Refusals of the rate limit that say when to come back; retries do not count them. */
export const limits: readonly HostileAnswer[] = [
  { name: '429 with Retry-After: 0', headers: { 'retry-after': '0' } },
  { name: '429 with a date that is over', headers: { 'retry-after': dated(-HOUR_S) } },
].map(({ name, headers }) => ({
  name,
  answering: failing(429, 'rate_limited', headers),
  outcome: { status: 429, code: 'rate_limited', retryAfter: 0 },
}));

/** Answers that ask for a second. */
export const waits: readonly Answering[] = [
  failing(429, 'rate_limited', { 'retry-after': '1' }),
  failing(503, 'unavailable', { 'retry-after': '1' }),
];

const REFUSALS = {
  400: 'invalid',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'unknown_record',
  409: 'locked',
  413: 'too_large',
  415: 'not_json',
  422: 'key_reused',
};

/** Refusals that a repetition would get again. */
export const refusals: readonly HostileAnswer[] = [
  ...Object.entries(REFUSALS).flatMap(([text, code]) => {
    const status = Number(text);
    const { json } = refusal(status, code);
    return [
      { name: `${status}`, answering: failing(status, code), outcome: { status, code } },
      { name: `${status} of a proxy`, answering: html(status), outcome: foreign(status) },
      {
        name: `${status} that is cut`,
        answering: answer(status, 'application/json', () => half(json)),
        outcome: foreign(status),
      },
    ];
  }),
  {
    name: 'a redirection',
    answering: answer(307, 'text/html', () => HTML, { location: '/elsewhere' }),
    outcome: foreign(307),
  },
  ...[429, 503].map((status) => {
    const code = status === 429 ? 'rate_limited' : 'unavailable';
    const answering = failing(status, code, { 'retry-after': `${HOUR_S}` });
    return { name: `${status} for an hour`, answering, outcome: { status, code, retryAfter: HOUR_S } };
  }),
];
