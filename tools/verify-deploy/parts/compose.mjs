// The part `compose` starts docker-compose.yml by podman-compose and the commands of the README. It places an order and
// restarts PostgreSQL.
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { baseImages } from '../containers/base-image.mjs';
import { needContainers, needNames } from '../containers/containers.mjs';
import { fillAccount } from '../containers/demo-account.mjs';
import { order } from '../containers/load.mjs';
import { removeStandIns, storeImages } from '../containers/stand-ins.mjs';
import { cache, check, LeftOut, need, root, run, say, until } from '../shell.mjs';
import { buildOptions } from './image.mjs';

const PODMAN_COMPOSE = 'podman-compose==1.6.0';
const PROJECT = 'stockbook-verify';
const PORT = 38_000;
const SERVICES = ['sales', 'inventory', 'settings', 'integration'];
const PROCESSES = ['gateway', ...SERVICES];
const STORES = ['postgres', 'kafka'];
const REPLICAS = 2;
const START_SECONDS = 180;
/**
 * A service is not available or late, as after nine processes started on two cores: the answers ask for a repetition.
 */
const REPEATABLE = [503, 504];
const KEYS = `k1:${randomBytes(32).toString('base64')}`;

export async function compose() {
  needContainers();
  need('Python 3 with pip', 'python3');
  const podmanCompose = await installed();
  const { services } = parse(await podmanCompose('config'));
  checkFile(services);
  try {
    needNames();
    await run('node', ['tools/build.mjs']);
    const images = await storeImages({ postgres: services.postgres.image, kafka: services.kafka.image });
    await tryOut((...args) => podmanCompose(...withImages(images), ...args));
    if (!(await removeStandIns(Object.values(images)))) return undefined;
    return 'the images of PostgreSQL and Kafka themselves: stand-ins out of packages took their place';
  } catch (error) {
    if (error instanceof LeftOut) return `starting them: ${error.message}`;
    throw error;
  }
}

async function installed() {
  const library = join(cache, PODMAN_COMPOSE);
  if (!existsSync(library))
    await run('python3', ['-m', 'pip', 'install', '--quiet', '--target', library, PODMAN_COMPOSE]);
  const env = {
    PYTHONPATH: library,
    PORT: `${PORT}`,
    POSTGRES_PASSWORD: randomBytes(16).toString('hex'),
    STOCKBOOK_SECRET_KEYS: KEYS,
  };
  const options = ['-m', 'podman_compose', '--project-name', PROJECT, '--file', 'docker-compose.yml'];
  return (...args) => run('python3', [...options, ...args], { env, timeout_ms: 1_200_000 });
}

function withImages(images) {
  const file = join(cache, 'compose.images.yml');
  const services = Object.fromEntries(Object.entries(images).map(([name, image]) => [name, { image }]));
  writeFileSync(file, JSON.stringify({ services }));
  return ['--file', file];
}

function checkFile(services) {
  for (const name of PROCESSES) {
    const { command, read_only, healthcheck } = services[name];
    const [app] = [command].flat();
    check(app === `apps/${name}/dist/main.js`, `The process ${name} runs ${app}.`);
    check(existsSync(join(root, app.replace('dist/main.js', 'src/main.ts'))), `There is no ${app}.`);
    check(read_only === true, `The process ${name} may write to its root.`);
    check(healthcheck.test.join().includes('/health/ready'), `The process ${name} is not probed.`);
  }
  say(`podman-compose reads ${Object.keys(services).length} services`);
}

async function tryOut(podmanCompose) {
  const options = ['--layers=false', ...buildOptions(await baseImages())];
  // `up --build` would build the image once for each replica, all at the same time.
  await podmanCompose(`--podman-build-args=${options.join(' ')}`, 'build', 'gateway');
  await removeAll();
  try {
    // Podman 4.3 waits for no health, so the stores that Docker would wait for start first.
    await podmanCompose('up', '--detach', ...STORES);
    await healthy('postgres');
    await podmanCompose('up', '--detach');
    await allHealthy();
    say('`up` started gateway, two replicas of each service, PostgreSQL and Kafka; all are healthy');
    const credentials = await addAccount(podmanCompose);
    await placeOrder(credentials, 'first');
    say("the README's order was placed, and its stock moved");
    for (const page of ['/console/', '/docs']) await checkPage(page);
    say('the console and the documentation are there, each with a policy and its script');
    await podmanCompose('restart', '--timeout', '60', 'postgres');
    await allHealthy();
    await placeOrder(credentials, 'after a restart');
    say('PostgreSQL restarted, and another order moved its stock');
  } finally {
    await removeAll();
  }
}

async function checkPage(path) {
  const url = `http://127.0.0.1:${PORT}${path}`;
  const answer = await fetch(url, { headers: { accept: 'text/html' } });
  const html = await answer.text();
  const type = answer.headers.get('content-type') ?? '';
  check(answer.status === 200 && type.startsWith('text/html'), `${path} answers ${answer.status} ${type}.`);
  const policy = answer.headers.get('content-security-policy') ?? '';
  check(policy.includes("default-src 'none'"), `${path} has the policy '${policy}'.`);
  const [, script = ''] = /<script[^>]* src="(.+?)"/.exec(html) ?? [];
  const { status } = await fetch(new URL(script, url));
  check(script && status === 200, `The script '${script}' of ${path} answers ${status}.`);
}

const containersOf = async (service) => {
  const labels = [`io.podman.compose.project=${PROJECT}`, ...(service ? [`io.podman.compose.service=${service}`] : [])];
  const filters = labels.flatMap((label) => ['--filter', `label=${label}`]);
  return (await run('podman', ['ps', '--all', '--quiet', ...filters])).split('\n').filter(Boolean);
};

async function allHealthy() {
  for (const name of [...PROCESSES, 'postgres']) await healthy(name);
}

/** Podman's timers of health checks are systemd's, which this machine may not have. */
async function healthy(name) {
  const containers = await containersOf(name);
  const wanted = SERVICES.includes(name) ? REPLICAS : 1;
  check(containers.length === wanted, `There are ${containers.length} containers of ${name}, not ${wanted}.`);
  const probe = (container) =>
    run('podman', ['healthcheck', 'run', container]).then(
      () => true,
      () => undefined,
    );
  for (const container of containers) await until(`${name} is healthy`, START_SECONDS, () => probe(container));
}

async function addAccount(podmanCompose) {
  const given = ['--domain', 'acme', '--name', 'Acme', '--email', 'owner@acme.test'];
  const printed = await podmanCompose('--profile', 'cli', 'run', '--rm', '-T', 'cli', 'account', 'add', ...given);
  const { domain, api_key, api_secret, account_id } = JSON.parse(printed);
  const hosts = {};
  for (const name of SERVICES) hosts[name] = await addressOf(name);
  await fillAccount(account_id, KEYS, (name) => hosts[name]);
  say('the command of the runbook added an account');
  return { domain, api_key, api_secret };
}

async function addressOf(service) {
  const [container] = await containersOf(service);
  const [{ NetworkSettings }] = JSON.parse(await run('podman', ['inspect', container]));
  const [{ IPAddress }] = Object.values(NetworkSettings.Networks);
  return IPAddress;
}

/** A broken connection, whose error has a cause, counts as 503. Other errors are faults of this script. */
function unlessBroken(error) {
  if (!error.cause) throw error;
  return { status: 503 };
}

async function placeOrder(credentials, idempotency_key) {
  const { call } = await import('@stockbook/testing/requests');
  const send = async (path, body) => {
    const { status, body: answer } = await call(`http://127.0.0.1:${PORT}`, credentials, path, body).catch(
      unlessBroken,
    );
    return REPEATABLE.includes(status) ? undefined : { status, answer };
  };
  const add = () => send('sale/order/add', { ...order(), idempotency_key });
  const { status, answer } = await until('an order is answered', START_SECONDS, add);
  check(status === 200, `The README's order was refused: ${status} ${JSON.stringify(answer)}`);
  const { order_id } = answer.order;
  await until('the stock of the order moved', START_SECONDS, async () => {
    const found = await send('sale/order/get', { order_id });
    return found?.answer.orders?.[0].products.every(({ deducted }) => deducted) ? true : undefined;
  });
}

/** Removes all in several tries, because containers that restart by themselves now and then escape their removal. */
async function removeAll() {
  await until('the containers are removed', 60, async () => {
    await run('podman', ['pod', 'rm', '--force', '--time', '5', `pod_${PROJECT}`]).catch(() => undefined);
    return (await containersOf()).length ? undefined : true;
  });
  await run('podman', ['network', 'rm', `${PROJECT}_default`]).catch(() => undefined);
  for (const store of STORES) await run('podman', ['volume', 'rm', `${PROJECT}_${store}`]).catch(() => undefined);
}
