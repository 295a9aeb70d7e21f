// The part `alerts` checks the rules by promtool and runs their tests.
import { CHART } from '../kubernetes/render.mjs';
import { need, run, say } from '../shell.mjs';

export async function alerts() {
  need("Debian's package prometheus has it", 'promtool');
  await run('promtool', ['check', 'rules', `${CHART}/files/rules.yaml`]);
  await run('promtool', ['test', 'rules', 'deploy/monitoring/rules.test.yaml']);
  say('each alert fires, and is quiet otherwise');
}
