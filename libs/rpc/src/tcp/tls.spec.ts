import { Authority, type CertificateFiles, tlsEnvironment } from '@stockbook/testing/certificates';
import { eventually } from '@stockbook/testing/database';
import { brand, type Call, itemMatch, type Operation, ownCaller, Refused } from '@stockbook/contracts';
import { freePort } from '@stockbook/process';
import { trusted } from '@stockbook/testing/trust';
import { Controller, type INestMicroservice, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { MessagePattern, type MicroserviceOptions, Transport } from '@nestjs/microservices';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { tlsOf } from '../addresses.js';
import type { Answer } from '../answer.js';
import { Services } from '../services.js';
import { Balancer } from './balancer.js';
import { refusedMessages } from './proven-socket.js';
import { tcpServer } from './tcp.js';

@Controller()
class Echo {
  @MessagePattern(brand.get.path, Transport.TCP, { callers: brand.get.callers })
  async get({ input }: Call): Promise<Answer> {
    return { json: JSON.stringify(input), replayed: false };
  }
  @MessagePattern(itemMatch.match.path, Transport.TCP, { callers: itemMatch.match.callers })
  async match(): Promise<Answer> {
    return { json: '{"items":[]}', replayed: false };
  }
  @MessagePattern(brand.add.path, Transport.TCP)
  async add(): Promise<Answer> {
    return { json: '{"brand_id":1}', replayed: false };
  }
}
@Module({ controllers: [Echo] })
class EchoModule {}

const LOCAL = ['DNS:localhost', 'IP:127.0.0.1'];
const AWAY = 'The inventory service is not available now; the same request can be repeated safely.';

let folder: string;
let authority: Authority;
let ours: CertificateFiles;
const closers: (() => unknown)[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stockbook-tls-'));
  authority = await Authority.in(folder);
  ours = await authority.issue('ours', [...LOCAL, 'DNS:gateway']);
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
afterAll(() => rm(folder, { recursive: true }));

const refusedCallers = async () => {
  const { values } = await refusedMessages.get();
  return values.find(({ labels }) => labels.kind === 'caller')?.value ?? 0;
};

const filesOf = (files: CertificateFiles) => {
  const tls = tlsOf(tlsEnvironment(files));
  if (!tls) throw new Error('The environment names no files.');
  return tls;
};

/** Starts a server that shows `files`, its port, and the faults of handshakes. */
async function serve(files: CertificateFiles) {
  const [port, tls, faults] = [await freePort(), filesOf(files), [] as unknown[]];
  const options = tcpServer({ host: '127.0.0.1', port }, { ...trusted, tls }, (fault) => faults.push(fault));
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(EchoModule, { ...options, logger: false });
  await app.listen();
  closers.push(() => app.close());
  const change = () => options.strategy.invalidations.send(1);
  return { port, tls, faults, app, change } satisfies { app: INestMicroservice; [name: string]: unknown };
}

function balance(port: number, files: CertificateFiles | undefined, host = 'localhost') {
  const sentences: string[] = [];
  const report = (sentence: string) => void sentences.push(sentence);
  const resolve = async () => ['127.0.0.1'];
  const balancer = new Balancer([{ host, port }], { ...trusted, tls: files && filesOf(files) }, { report, resolve });
  closers.push(() => balancer.close());
  return { balancer, sentences };
}

function ask(port: number, files: CertificateFiles | undefined, host?: string, operation: Operation = brand.get) {
  const { balancer, sentences } = balance(port, files, host);
  const services = new Services({ sales: balancer, inventory: balancer, settings: balancer, integration: balancer });
  const call = { caller: ownCaller(1), deadline: Date.now() + 5_000, request_id: 'r', input: {} };
  const answer = services.ask(operation, call).then(
    ({ output }) => output,
    (error: unknown) => (error instanceof Refused ? error.message : error),
  );
  return { answer, sentences };
}

test('calls go over TLS 1.3, and both sides show a certificate', async () => {
  const { port } = await serve(ours);
  expect(await ask(port, ours).answer).toEqual({});
  const socket = connectTls({ port, host: '127.0.0.1', ...filesOf(ours).current });
  closers.push(() => socket.destroy());
  await new Promise((resolve) => socket.once('secureConnect', resolve));
  expect(socket.getProtocol()).toBe('TLSv1.3');
});

test('a service takes no call without a certificate, or with one of another authority', async () => {
  const { port, faults } = await serve(ours);
  expect(await ask(port, undefined).answer).toBe(AWAY);
  await eventually(async () => faults.length === 1);
  const strangers = await (await Authority.in(folder, 'strangers')).issue('stranger', LOCAL);
  // The client itself trusts the service.
  expect(await ask(port, { ...strangers, ca: ours.ca }).answer).toBe(AWAY);
});

test('a client refuses a service of another authority, or of another name, before it sends the call', async () => {
  const impostors = await Authority.in(folder, 'impostors');
  const impostor = await serve(await impostors.issue('impostor', LOCAL));
  const unknown = ask(impostor.port, ours);
  expect(await unknown.answer).toBe(AWAY);
  expect(unknown.sentences[0]).toMatch(
    /^127\.0\.0\.1:\d+ fails the TLS handshake \(self-signed certificate in certificate chain/,
  );
  const { port } = await serve(ours);
  const misnamed = ask(port, ours, 'sales');
  expect(await misnamed.answer).toBe(AWAY);
  expect(misnamed.sentences[0]).toContain("Host: sales. is not in the cert's altnames");
});

test('a client without an encrypting service says that the handshake fails', async () => {
  const port = await freePort();
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(EchoModule, {
    ...tcpServer({ host: '127.0.0.1', port }, trusted),
    logger: false,
  });
  await app.listen();
  closers.push(() => app.close());
  const { answer, sentences } = ask(port, ours);
  expect(await answer).toBe(AWAY);
  expect(sentences[0]).toMatch(/fails the TLS handshake|accepts no connection/);
});

test('the names in the certificate of a client decide which operations it may call', async () => {
  const { port, faults } = await serve(ours);
  const answersTo = async (name: string, names: readonly string[]) => {
    const files = await authority.issue(name, [...LOCAL, ...names]);
    const call = (operation: Operation) => ask(port, files, 'localhost', operation).answer;
    return { get: await call(brand.get), match: await call(itemMatch.match), undeclared: await call(brand.add) };
  };
  const undeclared = AWAY;
  expect(await answersTo('gateways', ['DNS:gateway'])).toEqual({ get: {}, match: AWAY, undeclared });
  expect(await answersTo('seller', ['DNS:sales'])).toEqual({ get: AWAY, match: { items: [] }, undeclared });
  expect(await answersTo('accounting', ['DNS:settings'])).toEqual({ get: AWAY, match: AWAY, undeclared });
  expect(await answersTo('both', ['DNS:gateway', 'DNS:sales'])).toEqual({ get: {}, match: { items: [] }, undeclared });
  expect(faults).toEqual([
    new Error('The certificate of 127.0.0.1 names gateway, and internal/item/match is called by sales, integration.'),
  ]);
});

test.each([
  ['no process', []],
  ['another process', ['DNS:shop']],
  ['all processes by a wildcard', ['DNS:*', 'DNS:*.gateway']],
  ['a process in another place', ['DNS:gateway.example.com', 'URI:gateway', 'email:gateway']],
])('a certificate that names %s calls nothing, is counted and logged', async (_, names) => {
  const { port, faults } = await serve(ours);
  const before = await refusedCallers();
  expect(await ask(port, await authority.issue('gateway', [...LOCAL, ...names])).answer).toBe(AWAY);
  expect(await refusedCallers()).toBeGreaterThan(before);
  expect(faults).toEqual([
    new Error('The certificate of 127.0.0.1 names no process, and inventory/brand/get is called by gateway.'),
  ]);
});

test('every process with a name follows changes and confirms them', async () => {
  const { port, change } = await serve(ours);
  const before = await refusedCallers();
  const { balancer } = balance(port, await authority.issue('follower', [...LOCAL, 'DNS:settings']));
  const freshness = balancer.watch();
  let opened_at = NaN;
  // Each copy is outdated while the connection is not open: the time moves.
  await eventually(() => opened_at === (opened_at = freshness.since(1)));
  await change();
  expect(freshness.since(1)).toBeGreaterThan(opened_at);
  expect(await refusedCallers()).toBe(before);
});

test('a client that connects and says nothing does not keep others from calling', async () => {
  const { port } = await serve(ours);
  const silent = connect(port, '127.0.0.1');
  closers.push(() => silent.destroy());
  await new Promise((resolve) => silent.once('connect', resolve));
  expect(await ask(port, ours).answer).toEqual({});
});

test('a replaced certificate is shown without a restart, and files that do not fit replace nothing', async () => {
  const own = await authority.issue('replaced', LOCAL);
  const { port, tls } = await serve(own);
  const shown = () =>
    new Promise<string>((resolve, reject) => {
      const socket: TLSSocket = connectTls({ port, host: '127.0.0.1', ...filesOf(ours).current }, () => {
        resolve(socket.getPeerCertificate().fingerprint256);
        socket.destroy();
      });
      socket.once('error', reject);
    });
  const faults: unknown[] = [];
  const before = await shown();
  await writeFile(own.cert, 'no certificate');
  tls.refresh((fault) => faults.push(fault));
  expect(faults).toHaveLength(1);
  expect(await shown()).toBe(before);
  const next = await authority.issue('next', LOCAL);
  await Promise.all([copyFile(next.cert, own.cert), copyFile(next.key, own.key)]);
  tls.refresh((fault) => faults.push(fault));
  expect(faults).toHaveLength(1);
  expect(await shown()).not.toBe(before);
});

test('the three variables are set together, and name files that fit', async () => {
  expect(tlsOf({})).toBeUndefined();
  expect(() => tlsOf({ TLS_CA_FILE: ours.ca })).toThrow(
    'TLS_CA_FILE, TLS_CERT_FILE, TLS_KEY_FILE must be set together.',
  );
  const other = await authority.issue('other', LOCAL);
  expect(() => tlsOf(tlsEnvironment({ ...ours, key: other.key }))).toThrow(
    'The files of TLS_CA_FILE, TLS_CERT_FILE, TLS_KEY_FILE cannot be used: ',
  );
});
