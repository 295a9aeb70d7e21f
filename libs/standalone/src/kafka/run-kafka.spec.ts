import { endWithUs, freePort, NODE_FLAGS } from '@stockbook/process';
import { eventually } from '@stockbook/testing/database';
import { describeKafka, describeOwnKafka, testBrokers } from '@stockbook/testing/kafka';
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
let scratch: string;
let child: ChildProcess;
let output: string;
beforeAll(() => void execFileSync(process.execPath, [join(root, 'tools/build.mjs')]), 60_000);
beforeEach(async () => void (scratch = await mkdtemp(join(tmpdir(), 'stockbook-run-'))));
afterEach(async () => {
  child.kill('SIGKILL');
  await rm(scratch, { recursive: true });
});

/** Runs `npm run kafka` with a scratch folder for temporary files; resolves with its exit code. */
function run(variables: Readonly<Record<string, string>>): Promise<number | null> {
  output = '';
  const env = { ...process.env, KAFKA_BROKERS: '', KAFKA_PORT: '', TMPDIR: scratch, ...variables };
  child = spawn(process.execPath, [...NODE_FLAGS, join(root, 'tools/kafka/run.mjs')], { env });
  endWithUs(child);
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return once(child, 'close').then(([code]: (number | null)[]) => code ?? null);
}

test.each([
  ['KAFKA_PORT', 'http', /^KAFKA_PORT must be a whole number from 0 to 65535, not 'http'\.\n$/],
  ['KAFKA_PORT', '-1', /^KAFKA_PORT must be a whole number from 0 to 65535, not '-1'\.\n$/],
  ['KAFKA_BROKERS', 'kafka', /^KAFKA_BROKERS must be written host:port,host:port, not 'kafka'\.\n$/],
  ['KAFKA_BROKERS', '127.0.0.1:1', /^The brokers 127\.0\.0\.1:1 of KAFKA_BROKERS do not answer: .*ECONNREFUSED.*\.\n$/],
])('%s=%s: one clear sentence and exit 1', async (name, value, sentence) => {
  expect(await run({ [name]: value })).toBe(1);
  expect(output).toMatch(sentence);
  expect(await readdir(scratch)).toEqual([]);
});

describeKafka('brokers that are named', () => {
  test('are ready when they answer', async () => {
    const brokers = testBrokers.join(',');
    expect(await run({ KAFKA_BROKERS: brokers })).toBe(0);
    expect(output).toBe(`Kafka is ready at ${brokers}\n`);
  });
});

describeOwnKafka('a Kafka for development', () => {
  test('is started where KAFKA_PORT says, until Ctrl-C', async () => {
    const port = await freePort();
    const code = run({ KAFKA_PORT: `${port}` });
    await eventually(() => output.includes('ready'), 60_000);
    child.kill('SIGINT');
    expect(await code).toBe(0);
    expect(output).toBe(`Kafka is ready at 127.0.0.1:${port}\nStopping: SIGINT.\n`);
    expect(await readdir(scratch)).toEqual([]);
  });

  test('is given up by a signal that comes before it has started', async () => {
    const code = run({});
    await eventually(async () => (await readdir(scratch)).length > 0);
    child.kill('SIGTERM');
    expect(await code).toBe(0);
    expect(output).toBe('Stopping: SIGTERM.\n');
    expect(await readdir(scratch)).toEqual([]);
  });

  test('that ends by itself ends the program, and its log stays', async () => {
    const code = run({});
    await eventually(() => output.includes('ready'), 60_000);
    const found = await promisify(execFile)('pgrep', ['-P', `${child.pid}`, '-f', 'kafka.Kafka']);
    process.kill(Number(found.stdout), 'SIGKILL');
    expect(await code).toBe(1);
    const [, log = ''] = /\nStopping: Kafka, process \d+, ended by itself: see (.*)\.\n$/.exec(output) ?? [];
    await access(log);
  });
});
