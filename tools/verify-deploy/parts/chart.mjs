// The part `chart` runs lint, strict validation against the schemas of Kubernetes, kube-score, and the rules that the
// templates keep.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chartReadme } from '../../chart-readme.mjs';
import { checkRules } from '../kubernetes/chart-rules.mjs';
import { goTool } from '../kubernetes/go-tools.mjs';
import { CHART, examples, render } from '../kubernetes/render.mjs';
import { cache, check, need, root, run, say } from '../shell.mjs';

const KUBERNETES = '1.36.0';
const SCHEMAS = 'kubernetes-validate==1.37.0';
/** Other projects own these kinds, whose schemas no package brings. */
const FOREIGN = 'HTTPRoute,ServiceMonitor,PrometheusRule';
/** The command puts its Job among the manifests. */
const COMMAND = 'command=["events","new-generation"]';
/**
 * A CPU limit would make a busy process look dead; tags are not moved; spread constraints are in place of
 * anti-affinity.
 */
const SCORE_EXCEPTIONS = [
  '--ignore-container-cpu-limit',
  ...['--ignore-test', 'container-image-pull-policy', '--ignore-test', 'deployment-has-host-podantiaffinity'],
];

export async function chart() {
  const [helm, kubeconform, kubeScore] = await Promise.all(['helm', 'kubeconform', 'kube-score'].map(goTool));
  const schemas = await kubernetesSchemas();
  for (const example of examples()) {
    await run(helm, ['lint', '--strict', '--kube-version', KUBERNETES, '--values', example, CHART]);
    const input = await render(['--values', example, '--set-json', COMMAND]);
    const location = join(schemas, '{{.ResourceKind}}{{.KindSuffix}}.json');
    const options = ['-strict', '-summary', '-skip', FOREIGN, '-schema-location', location, '-'];
    const summary = await run(kubeconform, options, { input });
    say(`${example.slice(CHART.length + 1)}: ${summary.trim()}`);
    if (example.includes('minimal')) continue;
    await run(kubeScore, ['score', '--kubernetes-version', 'v1.36', ...SCORE_EXCEPTIONS, '-'], { input });
  }
  say('kube-score: nothing critical');
  say(`${await checkRules()} rules of the templates hold`);
  const readme = join(root, CHART, 'README.md');
  check(
    readFileSync(readme, 'utf8') === (await chartReadme()),
    'The chart README is stale: node tools/chart-readme.mjs',
  );
}

/** Returns the schemas of a Python package, with references that kubeconform can follow. */
async function kubernetesSchemas() {
  const folder = join(cache, `schemas-${KUBERNETES}`);
  if (existsSync(folder)) return folder;
  need('Python 3 with pip', 'python3');
  const target = join(cache, 'kubernetes-validate');
  await run('python3', ['-m', 'pip', 'install', '--quiet', '--no-deps', '--upgrade', '--target', target, SCHEMAS]);
  const source = join(target, 'kubernetes_validate', 'kubernetes-json-schema', `v${KUBERNETES}-local-strict`);
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft);
  for (const file of readdirSync(source)) {
    const schema = JSON.parse(readFileSync(join(source, file), 'utf8'));
    delete schema.$id;
    writeFileSync(
      join(draft, file),
      JSON.stringify(schema).replaceAll('"/api/_definitions.json#', '"_definitions.json#'),
    );
  }
  renameSync(draft, folder);
  return folder;
}
