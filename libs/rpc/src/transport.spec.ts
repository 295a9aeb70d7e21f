import { eventually } from '@stockbook/testing/database';
import { brand, type Call, ownCaller, Refused } from '@stockbook/contracts';
import { trusted } from '@stockbook/testing/trust';
import { Controller, type INestMicroservice, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { MessagePattern, type MicroserviceOptions, Transport } from '@nestjs/microservices';
import { createServer, type Socket } from 'node:net';
import type { Answer } from './answer.js';
import { type ServiceLink, Services } from './services.js';
import { InProcessClient, InProcessServer } from './in-process.js';
import { tcpClient, tcpServer } from './tcp/tcp.js';

/** Echoes its input, or refuses or hangs when the requested name says so. */
@Controller()
class Echo {
  @MessagePattern(brand.get.path, Transport.TCP)
  async get({ input }: Call<{ filter_name?: string }>): Promise<Answer> {
    if (input.filter_name === 'refuse') return { faults: [{ code: 'locked', message: 'It is locked.' }] };
    if (input.filter_name === 'hang') return new Promise(() => undefined);
    return { json: JSON.stringify({ input, when: new Date(0) }), replayed: false };
  }
}
@Module({ controllers: [Echo] })
class EchoModule {}

const HOST = '127.0.0.1';
/** Below those of freePort, which other specs listen on meanwhile; the two behind it, too. */
const PORT = 18_877;
const within = (ms: number) => ({ caller: ownCaller(1), deadline: Date.now() + ms, request_id: 'r' });
const servicesOver = (link: ServiceLink) =>
  new Services({ sales: link, inventory: link, settings: link, integration: link });
const faultOf = async (asking: Promise<unknown>) => {
  const error: unknown = await asking.catch((refused: unknown) => refused);
  return error instanceof Refused ? [error.status, error.message] : error;
};

const strategy = new InProcessServer();
describe.each<[string, MicroserviceOptions, () => ServiceLink]>([
  ['in process', { strategy }, () => new InProcessClient(strategy)],
  ['over TCP', tcpServer({ host: HOST, port: PORT }, trusted), () => tcpClient([{ host: HOST, port: PORT }], trusted)],
])('%s', (_, options, linkTo) => {
  let app: INestMicroservice;
  let services: Services;
  beforeAll(async () => {
    app = await NestFactory.createMicroservice<MicroserviceOptions>(EchoModule, { ...options, logger: false });
    await app.listen();
    services = servicesOver(linkTo());
  });
  afterAll(async () => {
    services.close();
    await app.close();
  });

  it('carries a call and its answer as JSON', async () => {
    const { output } = await services.ask(brand.get, { ...within(5_000), input: { filter_name: 'é'.repeat(100_000) } });
    expect(output).toEqual({ input: { filter_name: 'é'.repeat(100_000) }, when: '1970-01-01T00:00:00.000Z' });
  });

  it('a process calls what the contract names it for, and nothing else', async () => {
    const call = { ...within(5_000), input: {} };
    await expect(services.as('gateway').ask(brand.get, call)).resolves.toMatchObject({ output: { input: {} } });
    const fault = 'The contract does not name sales as a caller of inventory/brand/get.';
    await expect(services.as('sales').ask(brand.get, call)).rejects.toThrow(fault);
  });

  it('gives each of many concurrent calls its own answer', async () => {
    const names = Array.from({ length: 500 }, (_, i) => `name ${i}`);
    const answers = await Promise.all(
      names.map((filter_name) => services.ask(brand.get, { ...within(5_000), input: { filter_name } })),
    );
    expect(answers.map(({ output }) => output)).toMatchObject(names.map((filter_name) => ({ input: { filter_name } })));
  });

  it('throws a refusal as Refused', async () => {
    const asking = services.ask(brand.get, { ...within(5_000), input: { filter_name: 'refuse' } });
    expect(await faultOf(asking)).toEqual([409, 'It is locked.']);
  });

  it('gives up at the deadline', async () => {
    const asking = services.ask(brand.get, { ...within(50), input: { filter_name: 'hang' } });
    expect(await faultOf(asking)).toEqual([
      504,
      'The inventory service did not answer in time; the same request can be repeated safely.',
    ]);
  });
});

test('fails at once when the service is not reachable', async () => {
  const services = servicesOver(tcpClient([{ host: HOST, port: PORT + 1 }], trusted));
  expect(await faultOf(services.ask(brand.get, { ...within(5_000), input: {} }))).toEqual([
    503,
    'The inventory service is not available now; the same request can be repeated safely.',
  ]);
  services.close();
});

test('gives up a hanging service at the deadline, and reaches it when it is back', async () => {
  const address = { host: HOST, port: PORT + 2 };
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket)).listen(address.port, HOST);
  const services = servicesOver(tcpClient([address], trusted));
  const [status] = (await faultOf(services.ask(brand.get, { ...within(50), input: {} }))) as [number];
  expect(status).toBe(504);

  for (const socket of sockets) socket.destroy();
  await new Promise((closed) => silent.close(closed));
  const options = { ...tcpServer(address, trusted), logger: false as const };
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(EchoModule, options);
  await app.listen();
  const isBack = () =>
    services.ask(brand.get, { ...within(500), input: {} }).then(
      () => true,
      () => false,
    );
  await eventually(isBack);
  services.close();
  await app.close();
});
