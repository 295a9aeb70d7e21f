// A Kubernetes API server on loopback, with controllers, a scheduler and nodes that kwok plays.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { mkdtempSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goTool, sourceOf } from './go-tools.mjs';
import { controlPlane } from './binaries.mjs';
import { run, until } from '../shell.mjs';

const STAGES = ['node/fast', 'node/heartbeat', 'pod/fast'];

/** Returns `kubectl`, `create` for the text of a manifest, the environment for Helm, and `stop`. */
export async function startControlPlane() {
  const [programs, kwok, kwokSource] = await Promise.all([
    controlPlane(),
    goTool('kwok'),
    sourceOf('kwok', 'sigs.k8s.io/kwok'),
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'stockbook-kube-'));
  const children = [];
  const start = (program, args) => {
    const log = openSync(join(folder, `${program.split('/').at(-1)}.log`), 'a');
    children.push(spawn(program, args, { stdio: ['ignore', log, log] }));
  };
  const stop = async () => {
    for (const child of children.reverse()) {
      const gone = child.exitCode !== null || new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const [etcdPort, peerPort, apiPort] = [await freePort(), await freePort(), await freePort()];
    const etcd = `http://127.0.0.1:${etcdPort}`;
    const peer = `http://127.0.0.1:${peerPort}`;
    const key = join(folder, 'sa.key');
    await run('openssl', ['genrsa', '-out', key, '2048']);
    writeFileSync(join(folder, 'tokens.csv'), 'admin,admin,1,system:masters\n');
    start(join(programs, 'etcd'), [
      ...[
        '--data-dir',
        join(folder, 'etcd'),
        '--unsafe-no-fsync',
        '--listen-client-urls',
        etcd,
        '--advertise-client-urls',
        etcd,
      ],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `default=${peer}`],
    ]);
    start(join(programs, 'kube-apiserver'), [
      ...[
        `--etcd-servers=${etcd}`,
        `--cert-dir=${folder}`,
        '--bind-address=127.0.0.1',
        '--advertise-address=127.0.0.1',
      ],
      ...[`--secure-port=${apiPort}`, '--service-cluster-ip-range=10.0.0.0/24', '--authorization-mode=RBAC'],
      ...[`--token-auth-file=${folder}/tokens.csv`, '--service-account-issuer=https://kubernetes.default.svc'],
      ...[`--service-account-key-file=${key}`, `--service-account-signing-key-file=${key}`],
      '--disable-admission-plugins=ServiceAccount',
    ]);
    const config = join(folder, 'kubeconfig');
    writeFileSync(config, JSON.stringify(kubeconfig(apiPort)));
    const env = { KUBECONFIG: config };
    const kubectl = (...args) => run(join(programs, 'kubectl'), args, { env });
    const create = (manifest, ...args) =>
      run(join(programs, 'kubectl'), ['create', '-f', '-', ...args], { env, input: manifest });
    await until('The API server answers', 90, () => kubectl('get', '--raw=/readyz').catch(() => undefined));
    const [controllers, scheduler] = ['kube-controller-manager', 'kube-scheduler'].map((name) => join(programs, name));
    const common = [`--kubeconfig=${config}`, '--leader-elect=false'];
    start(controllers, [...common, `--secure-port=${await freePort()}`, `--service-account-private-key-file=${key}`]);
    start(scheduler, [...common, `--secure-port=${await freePort()}`]);
    const stages = STAGES.flatMap((stage) => stageFiles(join(kwokSource, 'kustomize/stage', stage)));
    start(kwok, [`--kubeconfig=${config}`, '--manage-all-nodes', ...stages.flatMap((file) => ['--config', file])]);
    for (const name of ['node-1', 'node-2']) await create(JSON.stringify(nodeOf(name)));
    return { kubectl, create, env, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const stageFiles = (folder) =>
  readdirSync(folder)
    .filter((file) => /^(node|pod)-.*\.yaml$/.test(file))
    .map((file) => join(folder, file));

const kubeconfig = (port) => ({
  apiVersion: 'v1',
  kind: 'Config',
  clusters: [{ name: 'k', cluster: { server: `https://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true } }],
  users: [{ name: 'a', user: { token: 'admin' } }],
  contexts: [{ name: 'k', context: { cluster: 'k', user: 'a' } }],
  'current-context': 'k',
});

function nodeOf(name) {
  const capacity = { cpu: '32', memory: '64Gi', pods: '110', 'ephemeral-storage': '100Gi' };
  const labels = { 'kubernetes.io/hostname': name, 'kubernetes.io/os': 'linux', 'topology.kubernetes.io/zone': name };
  return {
    ...{ apiVersion: 'v1', kind: 'Node', metadata: { name, labels } },
    status: { allocatable: capacity, capacity },
  };
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = server.address();
        server.close(() => resolve(port));
      });
  });
}
