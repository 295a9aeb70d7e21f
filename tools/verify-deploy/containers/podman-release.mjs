// Plays the rendered chart by podman: two copies of each pod on two loopback addresses.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHART, objects } from '../kubernetes/render.mjs';
import { cache, run } from '../shell.mjs';

const FULL_NAME = 'stockbook-verify';
export const ADDRESSES = ['127.0.0.11', '127.0.0.12'];
export const COMPONENTS = ['sales', 'inventory', 'settings', 'integration', 'gateway'];

const base64 = (text) => Buffer.from(text).toString('base64');

export async function createSecrets({ ownerUrl, runtimeUrl, secretKeys }) {
  const values = { database: { url: runtimeUrl }, owner: { url: ownerUrl }, keys: { keys: secretKeys } };
  for (const [name, data] of Object.entries(values)) {
    await run('podman', ['secret', 'rm', `${FULL_NAME}-${name}`]).catch(() => undefined);
    const encoded = Object.fromEntries(Object.entries(data).map(([key, value]) => [key, base64(value)]));
    // Podman takes a secret from a file or a pipe, and Node's child processes have sockets.
    const file = join(cache, 'secret');
    writeFileSync(file, JSON.stringify(encoded), { mode: 0o600 });
    await run('podman', ['secret', 'create', `${FULL_NAME}-${name}`, file]);
    rmSync(file);
  }
}

export const removeSecrets = () =>
  run('podman', ['secret', 'rm', ...['database', 'owner', 'keys'].map((name) => `${FULL_NAME}-${name}`)]);

const valuesFor = (host, image, brokers) => [
  ...['--values', `${CHART}/examples/minimal.yaml`, '--set', `fullnameOverride=${FULL_NAME}`, '--set', `host=${host}`],
  ...['--set', `image.repository=${image}`, '--set', 'image.tag=latest', '--set', 'image.pullPolicy=Never'],
  ...['--set', `database.existingSecret=${FULL_NAME}-database`, '--set', `database.migrationSecret=${FULL_NAME}-owner`],
  ...['--set', `keys.existingSecret=${FULL_NAME}-keys`, '--set', `kafka.brokers=${brokers}`],
  ...['--set', 'gateway.shutdownDelaySeconds=3', '--set', 'rateLimitPerMinute=0'],
];

/** Runs the migration Job as a pod and returns its output. */
export async function migrate(image, brokers) {
  const [job] = (await objects(valuesFor(ADDRESSES[0], image, brokers))).filter(({ kind }) => kind === 'Job');
  const name = `${FULL_NAME}-migrate`;
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...job.spec.template.metadata, name },
    spec: job.spec.template.spec,
  };
  await play(pod);
  const container = `${name}-migrate`;
  const code = (await run('podman', ['wait', container])).trim();
  const output = await run('podman', ['logs', container]);
  await run('podman', ['pod', 'rm', '--force', name]);
  if (code !== '0') throw new Error(`The migration ended with ${code}:\n${output}`);
  return output.trim();
}

/** Returns the names of the containers by component, one for each address. */
export async function playRelease(image, brokers) {
  const containers = Object.fromEntries(COMPONENTS.map((name) => [name, []]));
  for (const [index, host] of ADDRESSES.entries()) {
    const all = await objects(valuesFor(host, image, brokers));
    for (const { kind, metadata, spec } of all) {
      if (kind !== 'Deployment') continue;
      const component = metadata.labels['app.kubernetes.io/component'];
      const name = `${FULL_NAME}-${component}-${index + 1}`;
      await play({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { ...spec.template.metadata, name },
        spec: spec.template.spec,
      });
      containers[component].push(`${name}-${component}`);
    }
  }
  return containers;
}

export async function removeRelease() {
  const pods = (await run('podman', ['pod', 'ls', '--format', '{{.Name}}'])).split('\n');
  const ours = pods.filter((name) => name.startsWith(`${FULL_NAME}-`));
  if (ours.length) await run('podman', ['pod', 'rm', '--force', '--time', '1', ...ours]);
}

/**
 * Runs a pod. There is no cluster, so the pods share the host's network, and a file of hosts gives the names of the
 * Services their loopback addresses. Podman would run probes by curl inside of the container, which has none: the test
 * asks the health ports itself.
 */
function play({ spec, ...pod }) {
  const hosts = join(cache, 'hosts');
  const lines = ADDRESSES.map((ip) => [ip, ...COMPONENTS.map((name) => `${FULL_NAME}-${name}`)].join(' '));
  writeFileSync(hosts, ['127.0.0.1 localhost', ...lines, ''].join('\n'));
  const containers = spec.containers.map((container) => ({
    ...container,
    ports: undefined,
    startupProbe: undefined,
    livenessProbe: undefined,
    readinessProbe: undefined,
    volumeMounts: [...container.volumeMounts, { name: 'hosts', mountPath: '/etc/hosts', readOnly: true }],
  }));
  const volumes = [...spec.volumes, { name: 'hosts', hostPath: { path: hosts, type: 'File' } }];
  const input = JSON.stringify({ ...pod, spec: { ...spec, containers, volumes, hostNetwork: true } });
  return run('podman', ['kube', 'play', '--network', 'host', '-'], { input });
}
