// The part `pods` runs the image in the chart's pods by podman, on a real PostgreSQL and Kafka. It checks the README's
// request, probes, and SIGTERM under load.
import { randomBytes } from 'node:crypto';
import { needContainers } from '../containers/containers.mjs';
import { fillAccount } from '../containers/demo-account.mjs';
import { IMAGE, image } from './image.mjs';
import { order, startLoad } from '../containers/load.mjs';
import * as release from '../containers/podman-release.mjs';
import { check, run, say, until } from '../shell.mjs';
import { startStores } from '../containers/stores.mjs';

const HEALTH_PORTS = { gateway: 4000, sales: 4001, inventory: 4002, settings: 4003, integration: 4004 };

const KEYS = `k1:${randomBytes(32).toString('base64')}`;

export async function pods() {
  // The init of every pod's pause container.
  needContainers('catatonit');
  const isBuilt = await run('podman', ['image', 'exists', IMAGE]).then(
    () => true,
    () => false,
  );
  if (!isBuilt) await image();
  await release.removeRelease();
  const stores = await startStores();
  try {
    const brokers = stores.brokers.join('\\,');
    await release.createSecrets({ ...stores, secretKeys: KEYS });
    const containers = await release.playRelease(IMAGE, brokers);
    await checkWaiting();
    await release.migrate(IMAGE, brokers);
    await allReady();
    say('ten pods waited for the schemas, live and not ready, until `migrate` had run; then all became ready');
    const credentials = await addAccount(containers.settings[0]);
    const { call } = await import('@stockbook/testing/requests');
    await checkOrder(call, credentials);
    await checkContainer(containers.sales[0]);
    await checkStops(containers, credentials, call);
  } finally {
    await release.removeRelease();
    await release.removeSecrets().catch(() => undefined);
    await stores.stop();
  }
}

const probe = (address, component, path) =>
  fetch(`http://${address}:${HEALTH_PORTS[component]}/health/${path}`, { signal: AbortSignal.timeout(3_000) });

async function checkWaiting() {
  const waiting = async () => {
    const live = await probe(release.ADDRESSES[0], 'sales', 'live').catch(() => undefined);
    const ready = await probe(release.ADDRESSES[0], 'sales', 'ready').catch(() => undefined);
    if (!live?.ok || ready?.status !== 503) return undefined;
    const { reasons } = await ready.json();
    return /schema|migrat/i.test(reasons.join()) ? true : undefined;
  };
  await until('sales is live and waits for its schema', 60, waiting);
}

async function allReady() {
  for (const address of release.ADDRESSES)
    for (const component of release.COMPONENTS) await isReady(address, component);
}

const isReady = (address, component) =>
  until(`${component} at ${address} is ready`, 120, async () =>
    (await probe(address, component, 'ready').catch(() => undefined))?.ok ? true : undefined,
  );

/** Runs the command of the chart's NOTES. */
async function addAccount(container) {
  const given = ['--domain', 'acme', '--name', 'Acme', '--email', 'owner@acme.test'];
  const printed = await run('podman', ['exec', container, 'node', 'apps/cli/dist/main.js', 'account', 'add', ...given]);
  const { domain, api_key, api_secret, account_id } = JSON.parse(printed);
  await fillAccount(account_id, KEYS, () => release.ADDRESSES[0]);
  say('the command of the NOTES added an account');
  return { domain, api_key, api_secret };
}

async function checkOrder(call, credentials) {
  const url = `http://${release.ADDRESSES[0]}:3000`;
  const added = await call(url, credentials, 'sale/order/add', { ...order(), idempotency_key: 'first' });
  check(added.status === 200, `The README's order was refused: ${added.status} ${JSON.stringify(added.body)}`);
  say("the README's order was placed");
}

async function checkContainer(container) {
  const [{ Config, HostConfig, EffectiveCaps }] = JSON.parse(await run('podman', ['inspect', container]));
  check(HostConfig.ReadonlyRootfs, 'The root file system is writable.');
  check(Config.User === '65532:65532' || Config.User === '65532', `The user is ${Config.User}.`);
  check(!EffectiveCaps?.length, `Capabilities: ${EffectiveCaps}`);
  say('the containers run as 65532, without capabilities, on a read-only root');
}

/** One replica of each component stops under load; clients notice nothing. */
async function checkStops(containers, credentials, call) {
  for (const component of release.COMPONENTS) {
    const load = startLoad(release.ADDRESSES, credentials, call);
    await until('the load runs', 30, async () => (load.answered() >= 30 ? true : undefined));
    const container = containers[component][1];
    await run('podman', ['stop', '--time', '45', container]);
    const reached = load.answered();
    await until('the load goes on', 30, async () => (load.answered() >= reached + 30 ? true : undefined));
    const code = (await run('podman', ['inspect', '--format', '{{.State.ExitCode}}', container])).trim();
    await run('podman', ['start', container]);
    await isReady(release.ADDRESSES[1], component);
    const { answered, failures } = await load.stop();
    check(code === '0', `${component} ended with ${code}`);
    check(
      failures.length === 0,
      `${failures.length} failures while ${component} stopped: ${failures.slice(0, 5).join('\n')}`,
    );
    say(`SIGTERM to ${component}: ${answered} requests, 0 failed`);
  }
}
