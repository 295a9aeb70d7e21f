import { brand, category, type Operation, ownCaller, Refused } from '@stockbook/contracts';
import { freePort, Proofs } from '@stockbook/process';
import { eventually } from '@stockbook/testing/database';
import { trusted } from '@stockbook/testing/trust';
import { Controller, type INestMicroservice, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { MessagePattern, Transport } from '@nestjs/microservices';
import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { Services } from '../services.js';
import type { Trust } from './address.js';
import { Balancer } from './balancer.js';
import { refusedMessages } from './proven-socket.js';
import { tcpServer } from './tcp.js';

const AWAY = 'The inventory service is not available now; the same request can be repeated safely.';
const HOST = '127.0.0.1';

const names = Array.from({ length: 5_000 }, (_, n) => `"Größe" \n ${n} 品`);
const LARGE = JSON.stringify({ names });

let calls = 0;
@Controller()
class Handlers {
  @MessagePattern(brand.get.path, Transport.TCP)
  get() {
    calls++;
    return { json: '{"brands":[]}', replayed: false };
  }

  @MessagePattern(category.get.path, Transport.TCP)
  getLarge() {
    return { json: LARGE, replayed: false };
  }
}
@Module({ controllers: [Handlers] })
class HandlersModule {}

const faults: string[] = [];
let port: number;
let app: INestMicroservice;
beforeAll(async () => {
  port = await freePort();
  const transport = tcpServer({ host: HOST, port }, trusted, (fault) => faults.push(String(fault)));
  app = await NestFactory.createMicroservice(HandlersModule, { ...transport, logger: false });
  await app.listen();
});
afterAll(() => app.close());

const callOf = (input: object = {}) => ({ caller: ownCaller(1), request_id: 'r', input, remaining_ms: 5_000 });
/** Returns the message of a call as the transport frames it. */
function framed(
  { proofs }: Trust,
  { side = 'call', at = Date.now(), input = {}, pattern = brand.get.path as string },
): string {
  const text = JSON.stringify({ pattern, data: callOf(input), id: '1' });
  const time = at.toString(36);
  const proven = `${proofs.of(side, time, text)} ${time} ${text}`;
  return `${proven.length}#${proven}`;
}

/** Returns what a stranger receives who sends these bytes, until the service ends the connection or has answered. */
async function answerTo(bytes: string, isEnough: 'begun' | 'whole' = 'begun'): Promise<string> {
  const socket = connect(port, HOST);
  let received = '';
  let isOver = false;
  socket.setEncoding('utf8');
  socket.on('data', (data) => (received += String(data))).on('error', () => undefined);
  socket.on('close', () => (isOver = true));
  socket.write(bytes);
  const length = () => Number.parseInt(received) + received.indexOf('#') + 1;
  await eventually(() => isOver || (isEnough === 'begun' ? received !== '' : received.length === length()));
  socket.destroy();
  return received;
}

const ask = (trust: Trust, at = port, operation: Operation = brand.get) => {
  const balancer = new Balancer([{ host: HOST, port: at }], trust);
  const services = new Services({ sales: balancer, inventory: balancer, settings: balancer, integration: balancer });
  const call = { caller: ownCaller(1), request_id: 'r', input: {}, deadline: Date.now() + 5_000 };
  const asking = services.ask(operation, call).then(
    ({ output }) => output,
    (fault: unknown) => (fault instanceof Refused ? fault.message : fault),
  );
  return asking.finally(() => services.close());
};

const countOf = async (kind: 'call' | 'answer') =>
  (await refusedMessages.get()).values.find(({ labels }) => labels.kind === kind)?.value ?? 0;

const strangers = { proofs: new Proofs(new Map([['test', Buffer.alloc(32, 2)]])) };
const proven = framed(trusted, {});
const packet = proven.slice(proven.indexOf('{'));

test.each([
  ['without a proof', `${packet.length}#${packet}`],
  ['of another key', framed(strangers, {})],
  ['that is older than a minute', framed(trusted, { at: Date.now() - 120_000 })],
  ['of the future', framed(trusted, { at: Date.now() + 3_600_000 })],
  ['that was an answer', framed(trusted, { side: 'answer' })],
  ['with another body', proven.replace('"input":{}', '"inpu2":{}')],
])('a message %s ends its connection and is counted, and nobody is called', async (_, bytes) => {
  const [before, counted] = [calls, await countOf('call')];
  expect(await answerTo(bytes)).toBe('');
  expect(calls).toBe(before);
  expect(await countOf('call')).toBe(counted + 1);
});

test('a proven message is answered with a proof', async () => {
  expect(await answerTo(framed(trusted, {}))).toMatch(/^\d+#test\.[\w-]{43} [0-9a-z]+ \{/);
  const counted = await countOf('call');
  expect(await ask(trusted)).toEqual({ brands: [] });
  expect(await countOf('call')).toBe(counted);
  expect(await ask(strangers)).toBe(AWAY);
  expect(faults[0]).toMatch(/^Error: A message of .*127\.0\.0\.1 has no valid proof\.$/);
});

test('a large answer is whole, also for a process of the release before, which reads JSON alone', async () => {
  expect(await ask(trusted, port, category.get)).toEqual({ names });
  const received = await answerTo(framed(trusted, { pattern: category.get.path }), 'whole');
  expect(JSON.parse(received.slice(received.indexOf('{')))).toMatchObject({ response: { json: LARGE } });
});

test('strangers who never end their messages share 64 MiB of memory, and a proven call is answered', async () => {
  const counted = await countOf('call');
  const part = Buffer.alloc(15 * 1024 * 1024, 'x');
  const closed: number[] = [];
  const sockets = Array.from({ length: 6 }, (_, i) =>
    connect(port, HOST)
      .on('error', () => undefined)
      .on('close', () => closed.push(i)),
  );
  for (const socket of sockets) {
    socket.write('67000000#');
    await new Promise((taken) => socket.write(part, taken));
  }
  await eventually(() => closed.length === 2);
  expect(closed.toSorted()).toEqual([0, 1]);
  expect(await countOf('call')).toBe(counted + 2);
  expect(await ask(trusted)).toEqual({ brands: [] });
  for (const socket of sockets) socket.destroy();
});

test('a client takes no answer from who has no key, and counts it', async () => {
  const counted = await countOf('answer');
  const impostor: Server = createServer((socket) =>
    socket
      .on('error', () => undefined)
      .once('data', (data) => {
        const id: unknown = JSON.parse(String(data).slice(String(data).indexOf('{'))).id;
        const answer = JSON.stringify({
          id,
          response: { json: '{"brands":"ours"}', replayed: false },
          isDisposed: true,
        });
        socket.write(`${answer.length}#${answer}`);
      }),
  );
  const place = await freePort();
  impostor.listen(place, HOST);
  await once(impostor, 'listening');
  expect(await ask(trusted, place).finally(() => impostor.close())).toBe(AWAY);
  expect(await countOf('answer')).toBeGreaterThan(counted);
});
