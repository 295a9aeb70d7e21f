import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { CA, KEY, VALID } from './certificates.fixture.js';
import { type Answers, DnsServer } from './dns-server.fixture.js';
import { AllowedNetworks } from './networks.js';
import { WebhookHttp, type WebhookHttpOptions } from './webhook-http.js';

const closing: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of closing.splice(0)) await each.close();
});
function keep<T extends { close(): unknown }>(each: T): T {
  closing.push(each);
  return each;
}
const networks = AllowedNetworks.in({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' });
const open = (options: Partial<WebhookHttpOptions> = {}) => keep(new WebhookHttp({ networks, ...options }));
const post = (http: WebhookHttp, url: string) => http.post({ key: 'k', url, headers: {}, body: '{}', isRetry: false });
const resolving = async (answers: Answers) => [keep(await DnsServer.open(answers)).address];

test('waits 3 s for a name server, and keeps an idle connection for 4 s', async () => {
  const dnsServers = await resolving(() => undefined);
  const server = createServer((_, response) => void response.end('ok'));
  // The server then neither closes the connection nor says how long it keeps it.
  server.keepAliveTimeout = 0;
  keep(server.listen(0, '127.0.0.1'));
  const connected = once(server, 'connection');
  const [unresolved, idle_ms] = await Promise.all([
    post(open({ dnsServers }), 'http://hook.test'),
    once(server, 'listening')
      .then(() => post(open(), `http://127.0.0.1:${(server.address() as AddressInfo).port}`))
      .then(async () => {
        const [answered, [socket]] = [performance.now(), await connected];
        await once(socket, 'close');
        return performance.now() - answered;
      }),
  ]);
  expect(unresolved).toMatchObject({ failure: 'dns_failed', message: 'hook.test is not resolved (ETIMEOUT)' });
  expect(unresolved.total_ms).toBeGreaterThan(2_500);
  expect(idle_ms).toBeGreaterThan(2_500);
  expect(idle_ms).toBeLessThan(9_000);
});

/** Starts a server that says for how long it keeps connections, longer than a test lasts. */
async function countingServer() {
  const connections: Socket[] = [];
  const server = createServer((_, response) => void response.setHeader('keep-alive', 'timeout=600').end('ok'));
  server.keepAliveTimeout = 0;
  server.on('connection', (socket) => connections.push(socket));
  keep(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return { connections, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('closes a connection after 10 idle seconds, on a faster clock, though the receiver keeps it', async () => {
  const { connections, url } = await countingServer();
  const [here, real] = [new AsyncLocalStorage<true>(), globalThis.setTimeout];
  const fast = (run: () => void, ms = 0, ...rest: []) => real(run, here.getStore() ? ms / 10 : ms, ...rest);
  globalThis.setTimeout = Object.assign(fast, real);
  try {
    const key = { key: 'k', url, headers: {}, body: '{}', isRetry: false };
    const outcome = await here.run(true, () => open().post(key, 150_000));
    const answered = performance.now();
    expect(outcome.status).toBe(200);
    await once(connections[0]!, 'close');
    const idle_ms = (performance.now() - answered) * 10;
    expect(idle_ms).toBeGreaterThan(6_000);
    expect(idle_ms).toBeLessThan(300_000);
  } finally {
    globalThis.setTimeout = real;
  }
});

test('opens a new connection, with its checks, once one is 60 s old', async () => {
  const { connections, url } = await countingServer();
  const http = open();
  const counts: number[] = [];
  for (const later_ms of [0, 59_000, 61_000]) {
    const { now } = Date;
    Date.now = () => now() + later_ms;
    const sent = post(http, url);
    Date.now = now;
    expect((await sent).status).toBe(200);
    counts.push(connections.length);
    // Undici gives the connection back after it has reported the answer.
    await setImmediate();
  }
  expect(counts).toEqual([1, 1, 2]);
});

test('speaks HTTP/1.1 to a receiver that offers HTTP/2', async () => {
  const versions: string[] = [];
  const server = createSecureServer({ key: KEY, cert: VALID, allowHTTP1: true }, (request, response) => {
    versions.push(request.httpVersion);
    response.end('ok');
  });
  keep(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const dnsServers = await resolving(() => ['127.0.0.1']);
  expect(
    await post(open({ dnsServers, ca: CA }), `https://hook.test:${(server.address() as AddressInfo).port}`),
  ).toMatchObject({
    status: 200,
  });
  expect(versions).toEqual(['1.1']);
});
