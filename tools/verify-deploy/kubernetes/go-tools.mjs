// Builds tools by `go install` from Go modules, each in a folder that names its version.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cache, check, need, run, say } from '../shell.mjs';

export const tools = join(cache, 'tools');

/** Maps values of the environment variable HELM to a package and its version. */
const helms = {
  3: ['helm.sh/helm/v3/cmd/helm', 'v3.22.0'],
  4: ['helm.sh/helm/v4/cmd/helm', 'v4.3.1'],
};

const modules = {
  helm: helms[process.env.HELM || 4],
  kubeconform: ['github.com/yannh/kubeconform/cmd/kubeconform', 'v0.8.0'],
  'kube-score': ['github.com/zegl/kube-score/cmd/kube-score', 'v1.20.0'],
  kwok: ['sigs.k8s.io/kwok/cmd/kwok', 'v0.8.0'],
};

export const needGo = () => need('Go 1.26 or later', 'go');

/** Returns the path of the tool, which the first use builds. */
export async function goTool(name) {
  check(modules[name], `HELM must be one of ${Object.keys(helms).join(', ')}, not '${process.env.HELM}'.`);
  const [module, version] = modules[name];
  const folder = join(tools, `${name}-${version}`);
  if (existsSync(join(folder, name))) return join(folder, name);
  needGo();
  say(`building ${name} ${version}`);
  mkdirSync(folder, { recursive: true });
  await run('go', ['install', `${module}@${version}`], {
    env: { GOBIN: folder, CGO_ENABLED: '0' },
    timeout_ms: 1_800_000,
  });
  return join(folder, name);
}

/** Returns the folder of the sources of a tool. */
export async function sourceOf(name, root) {
  const json = await run('go', ['mod', 'download', '-json', `${root}@${modules[name][1]}`], { cwd: tools });
  return JSON.parse(json).Dir;
}
