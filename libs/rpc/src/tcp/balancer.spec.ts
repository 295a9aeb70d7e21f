import { eventually } from '@stockbook/testing/database';
import { Replica } from '@stockbook/testing/replica';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { Worker } from 'node:worker_threads';
import { anAddress, answerOrFault, atOnce, AWAY, LATE, Opened, timed, times } from './balancer.fixture.js';

const opened = new Opened();
afterEach(() => opened.close());
const never = () => new Promise<never>(() => undefined);

test('skips an address that refuses connections', async () => {
  const there = await opened.replica();
  const { writeOnce } = opened.client([await anAddress(), there.address]);
  const outputs = await Promise.all(times(20, () => writeOnce()));
  expect(outputs).toEqual(times(20, () => ({ port: there.address.port })));
});

test('sends each call to the replica with the fewest pending calls', async () => {
  const [slow, quick] = [await opened.replica(never), await opened.replica()];
  const { read } = opened.client([slow.address, quick.address]);
  let asked: Promise<unknown> | undefined;
  while (!slow.calls.length) {
    asked = answerOrFault(read(3_000));
    await Promise.race([asked, eventually(() => slow.calls.length > 0)]);
  }
  for (let i = 0; i < 50; i++) await read();
  expect(slow.calls).toHaveLength(1);
  expect(await asked).toEqual([504, LATE]);
});

test('fails at once while all replicas are down, and uses the first that is back', async () => {
  const [first, second] = [await anAddress(), await anAddress()];
  const { read } = opened.client([first, second]);
  for (let i = 0; i < 20; i++) expect(await atOnce(read())).toEqual([503, AWAY]);
  opened.add(await new Replica(second).start(), (back) => back.kill());
  expect(await read()).toEqual({ port: second.port });
});

test('looks no more for an address that is down once it is closed', async () => {
  const { port } = await anAddress();
  for (const [host, isKept] of [
    ['127.0.0.1', false],
    ['127.0.0.2', true],
  ] as const) {
    const { read, close } = opened.client([{ host, port }]);
    expect(await answerOrFault(read())).toEqual([503, AWAY]);
    if (!isKept) close();
  }
  const found: (string | undefined)[] = [];
  const server = createServer((socket) => found.push(socket.localAddress)).listen(port, '0.0.0.0');
  opened.add(server, (each) => each.close());
  await eventually(() => found.includes('127.0.0.2'));
  expect(found).not.toContain('127.0.0.1');
});

test('waits only once, for a second, for an address that accepts no connection', async () => {
  const address = await anAddress();
  const worker = opened.add(new Worker(deaf, { eval: true, workerData: address }), (each) => each.terminate());
  await once(worker, 'message');
  for (let i = 0; i < 4; i++) opened.add(connect(address), (socket) => socket.destroy());

  const { read } = opened.client([address]);
  const [outcome, ms] = await timed(() => answerOrFault(read()));
  expect(outcome).toEqual([503, AWAY]);
  expect(ms).toBeGreaterThan(900);
  expect(await atOnce(read())).toEqual([503, AWAY]);

  const there = await opened.replica();
  const both = opened.client([address, there.address]);
  await Promise.all(times(4, () => both.writeOnce()));
});
/** Accepts no connection; the system queues the first ones. */
const deaf = `
  const { parentPort, workerData } = require('node:worker_threads');
  require('node:net').createServer().listen(workerData.port, workerData.host, 1, () => {
    parentPort.postMessage('listening');
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
  });`;

test('uses all addresses of a name, and closes the connection to a removed one after its last call', async () => {
  const { port } = await anAddress();
  let finish = () => {};
  const slowAtFirst = () => {
    const output = { json: '{"slow":true}', replayed: false };
    return one!.calls.length > 1 ? output : new Promise<typeof output>((resolve) => (finish = () => resolve(output)));
  };
  const [one, two, three] = await Promise.all(
    times(3, (index) => new Replica({ host: `127.0.0.${index + 1}`, port }, index ? undefined : slowAtFirst).start()),
  );
  for (const each of [one, two, three]) opened.add(each, (replica) => replica?.kill());
  let hosts = () => ['127.0.0.1'];
  let lookups = 0;
  const resolve = async () => (lookups++, hosts());
  const options = { resolve, resolveEvery_ms: 20 };
  const { read } = opened.client([{ host: 'inventory', port }], options);
  const lasting = read();
  await eventually(() => one!.calls.length === 1);

  hosts = () => ['127.0.0.2', '127.0.0.3'];
  await eventually(() => read().then(() => two!.calls.length > 0 && three!.calls.length > 0));
  const asked = one!.calls.length;
  for (let i = 0; i < 20; i++) await read();
  expect([one!.calls.length, await one!.connections()]).toEqual([asked, 1]);
  finish();
  expect(await lasting).toEqual({ slow: true });
  await eventually(async () => (await one!.connections()) === 0);

  hosts = () => {
    throw new Error('The name cannot be resolved now.');
  };
  const before = lookups;
  await eventually(() => lookups > before + 1);
  expect(await read()).toEqual({ port });
});
