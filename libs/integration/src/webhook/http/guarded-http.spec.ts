import { CA, EXPIRED, KEY, VALID } from './certificates.fixture.js';
import { type Answers, DnsServer } from './dns-server.fixture.js';
import type { Outcome } from './exchange.js';
import { AllowedNetworks } from './networks.js';
import { Receiver } from './receiver.fixture.js';
import { WebhookHttp, type WebhookHttpOptions } from './webhook-http.js';

const none = AllowedNetworks.in({});
const local = AllowedNetworks.in({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' });

const closing: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of closing.splice(0)) await each.close();
});
function keep<T extends { close(): unknown }>(each: T): T {
  closing.push(each);
  return each;
}
const open = (options: Partial<WebhookHttpOptions> = {}) => keep(new WebhookHttp({ networks: local, ...options }));
let keys = 0;
const post = (http: WebhookHttp, url: string, deadline_ms = 5_000, isRetry = false): Promise<Outcome> =>
  http.post(
    { key: `k${++keys}`, url, headers: { 'content-type': 'application/json' }, body: '{"event":"x"}', isRetry },
    deadline_ms,
  );
/** Undici gives a connection back after the answer, in the next turn of the event loop. */
const isFree = () => new Promise((resolve) => setImmediate(resolve));
const resolving = async (answers: Answers) => [keep(await DnsServer.open(answers)).address];

describe('the guarded path', () => {
  it('reaches a receiver in an allowed network, and records how', async () => {
    const receiver = keep(await Receiver.open());
    open(); // Another client of the process leaves the record of the connection alone.
    const outcome = await post(open(), receiver.url);
    expect(outcome).toMatchObject({ status: 200, message: '', response_body: 'ok', is_truncated: false });
    expect(outcome.connection).toMatchObject({ address: '127.0.0.1', tls: '', tls_ms: 0 });
    expect(outcome.connection?.connect_ms).toBeGreaterThanOrEqual(0);
    expect(outcome.failure).toBeUndefined();
    expect(receiver.received).toMatchObject([{ body: '{"event":"x"}', headers: { 'content-length': '13' } }]);
  });

  it('reaches IPv6 and IPv4-mapped literals in an allowed network of their own kind alone', async () => {
    const six = keep(await Receiver.open(undefined, undefined, '::1'));
    const four = keep(await Receiver.open());
    const http = open({ networks: AllowedNetworks.in({ WEBHOOK_ALLOWED_NETWORKS: '::1/128,127.0.0.1/32' }) });
    expect(await post(http, `http://[::1]:${six.port}`)).toMatchObject({ connection: { address: '::1' }, status: 200 });
    expect(await post(http, `http://[::ffff:127.0.0.1]:${four.port}`)).toMatchObject({ status: 200 });
    const onlySix = open({ networks: AllowedNetworks.in({ WEBHOOK_ALLOWED_NETWORKS: '::/0' }) });
    expect(await post(onlySix, `http://[::ffff:127.0.0.1]:${four.port}`)).toMatchObject({ failure: 'address_refused' });
    expect([six.received.length, four.received.length]).toEqual([1, 1]);
  });

  it.each([
    'http://127.0.0.1',
    'http://[::1]',
    'http://[::ffff:7f00:1]',
    'http://[::7f00:1]',
    'https://127.0.0.1',
    'http://169.254.169.254/latest',
    'https://168.63.129.16',
    'https://[4000::1]',
  ])('connects to no literal %s', async (url) =>
    expect(await post(open({ networks: none }), url)).toMatchObject({ failure: 'address_refused', status: 0 }),
  );

  it.each<[string, readonly string[], string]>([
    ['a private one', ['10.0.0.1'], '10.0.0.1'],
    ['a public and a private one', ['93.184.216.34', '127.0.0.1'], '127.0.0.1'],
    ['a public A and a private AAAA', ['93.184.216.34', 'fd00::1'], 'fd00::1'],
    ['a mapped one', ['::ffff:7f00:1'], '::ffff:127.0.0.1'],
    ["that of Azure's WireServer", ['168.63.129.16'], '168.63.129.16'],
    ['one outside of 2000::/3', ['4000::1'], '4000::1'],
    ['one of NAT64', ['64:ff9b::7f00:1'], '64:ff9b::7f00:1'],
  ])('refuses a name with %s among its addresses', async (_, addresses, hidden) => {
    const dnsServers = await resolving(() => addresses);
    const outcome = await post(open({ networks: none, dnsServers }), 'https://hook.test');
    const hiding = `hook.test has the address ${hidden}, which is`;
    const message = `${hiding} not public, and in no network of WEBHOOK_ALLOWED_NETWORKS`;
    expect(outcome).toMatchObject({ failure: 'address_refused', message });
  });

  it('asks no DNS for localhost, which many do not know', async () => {
    const receiver = keep(await Receiver.open());
    const url = receiver.url.replace('127.0.0.1', 'localhost');
    expect(await post(open(), url)).toMatchObject({ status: 200 });
    expect(await post(open({ networks: none }), url)).toMatchObject({ failure: 'address_refused' });
  });

  it('takes http, and other ports, to no public address', async () => {
    const dnsServers = await resolving(() => ['93.184.216.34']);
    const http = open({ dnsServers });
    expect(await post(http, 'http://hook.test')).toMatchObject({ message: 'public addresses take https alone' });
    expect(await post(http, 'https://hook.test:25')).toMatchObject({ message: 'port 25 is neither 443 nor 8443' });
    expect(await post(http, 'https://hook.test:0')).toMatchObject({ message: 'port 0 is neither 443 nor 8443' });
  });

  it('sends no user name or password of a URL', async () => {
    const receiver = keep(await Receiver.open());
    expect(await post(open(), receiver.url.replace('//', '//me:secret@'))).toMatchObject({ status: 200 });
    expect(receiver.received).toHaveLength(1);
    expect(JSON.stringify(receiver.received)).not.toMatch(/authorization|secret|bWU6c2VjcmV0/i);
  });

  it('connects to the address that it has judged, whatever the name resolves to later: DNS rebinding', async () => {
    const receiver = keep(await Receiver.open());
    let times = 0;
    const dns = keep(
      await DnsServer.open((_, family) => (family === 6 ? [] : times++ ? ['127.0.0.2'] : ['127.0.0.1'])),
    );
    const http = open({
      networks: AllowedNetworks.in({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32' }),
      dnsServers: [dns.address],
    });
    const url = `http://hook.test:${receiver.port}`;
    expect(await post(http, url)).toMatchObject({ status: 200, connection: { address: '127.0.0.1' } });
    await isFree();
    // The open connection stays where it is; a new one is judged anew.
    expect(await post(http, url)).toMatchObject({ status: 200, connection: { dns_ms: 0 } });
    expect(await post(http, url, 5_000, true)).toMatchObject({ failure: 'address_refused' });
    expect([receiver.connections, dns.asked]).toEqual([
      1,
      ['hook.test 4', 'hook.test 6', 'hook.test 4', 'hook.test 6'],
    ]);
  });

  it('refuses a name whose check fails', async () => {
    const dnsServers = await resolving((_, family) => (family === 4 ? ['127.0.0.1'] : 'servfail'));
    expect(await post(open({ dnsServers }), 'http://hook.test')).toMatchObject({
      failure: 'dns_failed',
      message: 'hook.test is not resolved (ESERVFAIL)',
    });
    const nowhere = await resolving(() => []);
    expect(await post(open({ dnsServers: nowhere }), 'http://hook.test')).toMatchObject({
      message: 'hook.test has no address',
    });
  });

  it('gives up a name server that is silent, within the deadline', async () => {
    const dnsServers = await resolving(() => undefined);
    expect(await post(open({ dnsServers }), 'http://hook.test', 300)).toMatchObject({ failure: 'timeout' });
  });

  it('keeps the name for TLS while the address is pinned', async () => {
    const receiver = keep(await Receiver.open(undefined, { key: KEY, cert: VALID }));
    const dnsServers = await resolving(() => ['127.0.0.1']);
    const outcome = await post(open({ dnsServers, ca: CA }), `https://hook.test:${receiver.port}`);
    expect(outcome).toMatchObject({ status: 200, connection: { address: '127.0.0.1', tls: 'TLSv1.3' } });
    expect(await post(open({ dnsServers, ca: CA }), `https://other.test:${receiver.port}`)).toMatchObject({
      failure: 'tls_invalid',
    });
    expect(await post(open({ dnsServers }), `https://hook.test:${receiver.port}`)).toMatchObject({
      failure: 'tls_invalid',
    });
  });

  it('ignores a proxy of the environment', async () => {
    const [receiver, proxy] = [keep(await Receiver.open()), keep(await Receiver.open())];
    process.env['HTTP_PROXY'] = process.env['http_proxy'] = proxy.url;
    try {
      expect(await post(open(), receiver.url)).toMatchObject({ status: 200 });
    } finally {
      delete process.env['HTTP_PROXY'];
      delete process.env['http_proxy'];
    }
    expect(proxy.connections).toBe(0);
  });

  it('takes a fresh connection after a failure', async () => {
    const receiver = keep(await Receiver.open());
    const http = open();
    await post(http, receiver.url);
    await isFree();
    await post(http, receiver.url);
    await post(http, receiver.url, 5_000, true);
    expect(receiver.connections).toBe(2);
  });
});

describe('a hostile receiver', () => {
  const answering = async (text: string) =>
    keep(await Receiver.raw((socket) => socket.once('data', () => socket.end(text))));

  it('that drips its answer is cut off by one deadline', async () => {
    const receiver = keep(
      await Receiver.raw((socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
        const timer = setInterval(() => socket.write('x'), 20);
        socket.on('close', () => clearInterval(timer));
      }),
    );
    const outcome = await post(open(), receiver.url, 300);
    expect(outcome).toMatchObject({ failure: 'timeout', status: 200 });
    // Its 1,000 bytes would take 20 s.
    expect(outcome.total_ms).toBeLessThan(10_000);
  });

  it('that never answers, or never finishes TLS, is cut off too', async () => {
    const receiver = keep(await Receiver.raw(() => undefined));
    expect(await post(open(), receiver.url, 200)).toMatchObject({ failure: 'timeout', status: 0 });
    expect(await post(open(), receiver.url.replace('http', 'https'), 200)).toMatchObject({ failure: 'timeout' });
  });

  it('that half-closes during TLS has lost the connection', async () => {
    const receiver = keep(await Receiver.raw((socket) => socket.once('data', () => socket.end())));
    const { failure } = await post(open(), receiver.url.replace('http', 'https'));
    expect(['connection_lost', 'tls_invalid']).toContain(failure);
  });

  it('with an expired certificate is refused', async () => {
    const receiver = keep(await Receiver.open(undefined, { key: KEY, cert: EXPIRED }));
    const dnsServers = await resolving(() => ['127.0.0.1']);
    const outcome = await post(open({ dnsServers, ca: CA }), `https://hook.test:${receiver.port}`);
    expect(outcome).toMatchObject({ failure: 'tls_invalid', message: expect.stringContaining('CERT_HAS_EXPIRED') });
    expect(receiver.received).toEqual([]);
  });

  it('with 10 MB of success has succeeded; 4 KiB are kept', async () => {
    const receiver = keep(await Receiver.open((_, __, response) => void response.end('x'.repeat(10_485_760))));
    const outcome = await post(open(), receiver.url);
    expect(outcome).toMatchObject({ status: 200, response_body: 'x'.repeat(4_096), is_truncated: true });
    expect(outcome.failure).toBeUndefined();
  });

  it('that redirects to metadata is not followed', async () => {
    const target = keep(await Receiver.open());
    const receiver = keep(
      await Receiver.open((_, __, response) => void response.writeHead(301, { location: target.url }).end()),
    );
    expect(await post(open(), receiver.url)).toMatchObject({ failure: 'redirect', status: 301 });
    expect(target.connections).toBe(0);
  });

  it.each([
    [410, 'gone'],
    [404, 'status_4xx'],
    [429, 'status_4xx'],
    [500, 'status_5xx'],
    [204, undefined],
  ])('that answers %i: %s', async (status, failure) => {
    const receiver = keep(
      await Receiver.open((_, __, response) => void response.writeHead(status, { 'retry-after': '99999999' }).end()),
    );
    const outcome = await post(open(), receiver.url);
    expect([outcome.status, outcome.failure, outcome.retry_after]).toEqual([status, failure, '99999999']);
  });

  it('that answers with many headers: 20 are kept, and Retry-After counts wherever it stands', async () => {
    const many = Array.from({ length: 30 }, (_, n) => `x-${n}: y\r\n`).join('');
    const receiver = await answering(`HTTP/1.1 503 Busy\r\n${many}retry-after: 60\r\ncontent-length: 0\r\n\r\n`);
    const { response_headers, retry_after } = await post(open(), receiver.url);
    expect([Object.keys(response_headers).length, retry_after]).toEqual([20, '60']);
  });

  it.each([
    [
      'a bomb of headers',
      `HTTP/1.1 200 OK\r\n${'x-bomb: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\r\n'.repeat(2_000)}\r\n`,
      'bad_response',
    ],
    ['no HTTP', 'SSH-2.0-OpenSSH\r\n', 'bad_response'],
    ['half an answer', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf', 'connection_lost'],
    ['nothing', '', 'connection_lost'],
  ])('that sends %s has failed', async (_, text, failure) => {
    const outcome = await post(open(), (await answering(text)).url);
    expect(outcome).toMatchObject({ failure, message: expect.not.stringContaining('undefined') });
  });

  it('that floods with provisional answers is cut off', async () => {
    const receiver = keep(
      await Receiver.raw((socket) => {
        const timer = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'.repeat(100)), 1);
        socket.on('close', () => clearInterval(timer));
      }),
    );
    expect(await post(open(), receiver.url, 300)).toMatchObject({
      status: 0,
      failure: expect.stringMatching(/timeout|bad_response/),
    });
  });

  it('that resets the connection behind its answer has succeeded', async () => {
    const receiver = keep(
      await Receiver.raw((socket) =>
        socket.once('data', () =>
          socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok', () => socket.resetAndDestroy()),
        ),
      ),
    );
    expect(await post(open(), receiver.url)).toMatchObject({ status: 200, response_body: 'ok' });
  });
});

test('refuses a port where nobody listens', async () => {
  const receiver = await Receiver.open();
  const { url } = receiver;
  await receiver.close();
  expect(await post(open(), url)).toMatchObject({ failure: 'connect_refused', status: 0 });
});
