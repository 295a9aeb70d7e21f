// The part `cluster` runs install, upgrade, rollback and drain on a real API server that enforces Pod Security
// `restricted`.
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { startControlPlane } from '../kubernetes/control-plane.mjs';
import { goTool } from '../kubernetes/go-tools.mjs';
import { CHART, KUBE_VERSION, RELEASE } from '../kubernetes/render.mjs';
import { check, run, say, until } from '../shell.mjs';

const NAMESPACE = 'shop';
const INSTANCE = `app.kubernetes.io/instance=${RELEASE}`;
const RUNNING = 'app.kubernetes.io/component notin (migrate, command)';
const CONNECTIONS = 4 * 17 * (2 + 1) + 6;
const { version: VERSION } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));

export async function cluster() {
  const helm = await goTool('helm');
  const plane = await startControlPlane();
  const { kubectl, env } = plane;
  const inNamespace = (...args) => kubectl('--namespace', NAMESPACE, ...args);
  const install = (...more) => {
    const options = [
      '--namespace',
      NAMESPACE,
      '--wait',
      '--timeout',
      '5m',
      '--values',
      `${CHART}/examples/external.yaml`,
    ];
    return run(helm, ['upgrade', '--install', RELEASE, CHART, ...options, ...more], { env });
  };
  try {
    await kubectl('create', 'namespace', NAMESPACE);
    await kubectl('label', 'namespace', NAMESPACE, 'pod-security.kubernetes.io/enforce=restricted');
    const notes = await install();
    check(
      notes.includes(`takes up to ${CONNECTIONS} connections of PostgreSQL`),
      `The NOTES count otherwise:\n${notes}`,
    );
    await checkPods(inNamespace, 10);
    say('installed with --wait under Pod Security restricted; 10 pods are ready');

    await install('--set', 'image.tag=0.1.1', '--set', 'defaults.replicas=3');
    await checkPods(inNamespace, 15);
    const upgraded = await imagesOf(inNamespace);
    check(
      upgraded.every((image) => image === 'stockbook:0.1.1'),
      `${upgraded}`,
    );
    say('upgraded to another image and three replicas');

    await run(helm, ['rollback', RELEASE, '1', '--namespace', NAMESPACE, '--wait', '--timeout', '5m'], { env });
    await checkPods(inNamespace, 10);
    check(
      (await imagesOf(inNamespace)).every((image) => image === `stockbook:${VERSION}`),
      'The old image is not back.',
    );
    say('rolled back');

    for (const [hooks, tag] of [
      ['false', '0.1.2'],
      ['false', '0.1.3'],
    ])
      await install('--set', `migrations.hooks=${hooks}`, '--set', `image.tag=${tag}`);
    say('upgraded twice with a plain migration Job in place of the hook');

    await checkDrain(kubectl, inNamespace);
    await checkAutoscaling(install, inNamespace);
    await checkRestore(helm, plane, inNamespace);
    await checkAdmission(inNamespace);
    await run(helm, ['uninstall', RELEASE, '--namespace', NAMESPACE, '--wait'], { env });
    say('uninstalled');
  } finally {
    await plane.stop();
  }
}

async function checkPods(inNamespace, count) {
  const ready = async () => {
    const { items } = JSON.parse(await inNamespace('get', 'pods', '-l', RUNNING, '-o', 'json'));
    const alive = items.filter(({ metadata }) => !metadata.deletionTimestamp);
    return alive.length === count && alive.every(isReady) ? true : undefined;
  };
  await until(`${count} pods are ready`, 120, ready);
  const events = JSON.parse(await inNamespace('get', 'events', '-o', 'json')).items;
  const failed = events.filter(({ reason }) => reason === 'FailedCreate');
  check(failed.length === 0, `FailedCreate: ${failed.map(({ message }) => message).join('; ')}`);
}

const isReady = ({ status }) => status.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True');

async function imagesOf(inNamespace) {
  const path = '{range .items[*]}{.spec.template.spec.containers[0].image}{"\\n"}{end}';
  return (await inNamespace('get', 'deployments', '-o', `jsonpath=${path}`)).trim().split('\n');
}

/** A drain evicts one replica of each component at a time and ends. */
async function checkDrain(kubectl, inNamespace) {
  const before = JSON.parse(await inNamespace('get', 'pods', '-o', 'json')).items;
  const onNode = before.filter(({ spec }) => spec.nodeName === 'node-1').length;
  check(onNode > 0, 'No pod is on node-1.');
  await kubectl('drain', 'node-1', '--delete-emptydir-data', '--ignore-daemonsets', '--force', '--timeout', '180s');
  await checkPods(inNamespace, 10);
  await kubectl('uncordon', 'node-1');
  say(`drained a node of ${onNode} pods; all are ready on the other one`);
}

const replicasIn = async (inNamespace) => {
  const path = '{range .items[*]}{.metadata.name} {.spec.replicas}{"\\n"}{end}';
  return (await inNamespace('get', 'deployment', '-l', INSTANCE, '-o', `jsonpath=${path}`)).trim().split('\n');
};

async function checkAutoscaling(install, inNamespace) {
  await install('--set', 'defaults.replicas=3');
  const before = await replicasIn(inNamespace);
  await install('--set', 'defaults.autoscaling.enabled=true');
  const names = (await inNamespace('get', 'hpa', '-o', 'name')).trim().split('\n');
  check(names.length === 5, `${names}`);
  check(isDeepStrictEqual(await replicasIn(inNamespace), before), `${await replicasIn(inNamespace)}`);
  say('autoscaling is accepted, one for each component, and begins with the replicas that run');
}

/** Runs the steps of the runbook that concern Kubernetes. */
async function checkRestore(helm, { create, env }, inNamespace) {
  const replicas = await replicasIn(inNamespace);
  await inNamespace('scale', 'deployment', '-l', INSTANCE, '--replicas=0');
  await inNamespace('wait', '--for=delete', 'pod', '-l', `${INSTANCE},${RUNNING}`, '--timeout=60s');
  const values = await run(helm, ['get', 'values', RELEASE, '--namespace', NAMESPACE, '--output', 'yaml'], { env });
  const options = ['--namespace', NAMESPACE, '--values', '-', '--kube-version', KUBE_VERSION];
  const only = ['--show-only', 'templates/command-job.yaml', '--set-json', 'command=["events","new-generation"]'];
  const input = await run(helm, ['template', RELEASE, CHART, ...options, ...only], { input: values, env });
  const job = await create(input, '--namespace', NAMESPACE, '-o', 'name');
  await inNamespace('wait', '--for=condition=complete', job.trim(), '--timeout=60s');
  for (const line of replicas) {
    const [name, count] = line.split(' ');
    await inNamespace('scale', 'deployment', name, `--replicas=${count}`);
  }
  await checkPods(inNamespace, 15);
  say('stopped, gave a command to a Job, and started with the replicas of before');
}

/** The namespace refuses a pod that may become root, so that the checks above mean something. */
async function checkAdmission(inNamespace) {
  const refusal = await inNamespace('run', 'root', '--image=stockbook').then(
    () => 'accepted',
    (error) => error.message,
  );
  check(refusal.includes('violates PodSecurity "restricted'), `A pod that may become root was not refused: ${refusal}`);
  say('the namespace refuses a pod without the security context');
}
