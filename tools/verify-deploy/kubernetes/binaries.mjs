// Builds Kubernetes' control plane out of Go modules: the first build takes about 12 minutes on two cores.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { needGo, tools } from './go-tools.mjs';
import { KUBE_VERSION } from './render.mjs';
import { cache, LeftOut, run, say } from '../shell.mjs';

const PROGRAMS = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubectl'];
const BUILD_MS = 3_600_000;

/** Returns the folder with the programs and etcd. */
export async function controlPlane() {
  const folder = join(tools, `kubernetes-${KUBE_VERSION}`);
  if (existsSync(folder)) return folder;
  needGo();
  // Go's sources change no file of the repository, so CI on a new machine saves these minutes.
  if (process.env.CI) throw new LeftOut('the first build of Kubernetes takes too long for CI');
  say('building the control plane of Kubernetes, about 12 minutes');
  const module = join(cache, 'kubernetes');
  const draft = `${folder}.${process.pid}`;
  mkdirSync(module, { recursive: true });
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(module, 'go.mod'), await goMod());
  const [major, minor] = KUBE_VERSION.split('.');
  const version = 'k8s.io/component-base/version';
  // Without these flags the server has no version, and Helm refuses a chart with kubeVersion.
  const flags =
    `-s -w -X ${version}.gitVersion=v${KUBE_VERSION} -X ${version}.gitMajor=${major} -X ` +
    `${version}.gitMinor=${minor}`;
  const options = { cwd: module, env: { CGO_ENABLED: '0', GOFLAGS: '-mod=mod -buildvcs=false' }, timeout_ms: BUILD_MS };
  const packages = PROGRAMS.map((name) => `k8s.io/kubernetes/cmd/${name}`);
  await run('nice', ['go', 'build', '-trimpath', '-ldflags', flags, '-o', `${draft}/`, ...packages], options);
  await run('nice', ['go', 'build', '-trimpath', '-o', join(draft, 'etcd'), 'go.etcd.io/etcd/server/v3'], options);
  renameSync(draft, folder);
  return folder;
}

/** A module that needs Kubernetes must repeat the replacements of its go.mod: they count in the main module alone. */
async function goMod() {
  const json = await run('go', ['mod', 'download', '-json', `k8s.io/kubernetes@v${KUBE_VERSION}`], { cwd: cache });
  const text = readFileSync(JSON.parse(json).GoMod, 'utf8');
  const staged = [...text.matchAll(/^\s*(k8s\.io\/[a-z-]+) => /gm)].map(([, name]) => name);
  const version = KUBE_VERSION.replace(/^1\./, 'v0.');
  const replacements = staged.map((name) => `replace ${name} => ${name} ${version}\n`);
  return `module kube\n\ngo 1.26.0\n\nrequire k8s.io/kubernetes v${KUBE_VERSION}\n\n${replacements.join('')}`;
}
