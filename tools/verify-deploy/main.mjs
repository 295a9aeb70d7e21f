// npm run verify:deploy -- [part ...]: shows that the image and the chart work, as far as this machine has the tools.
import { alerts } from './parts/alerts.mjs';
import { chart } from './parts/chart.mjs';
import { cluster } from './parts/cluster.mjs';
import { compose } from './parts/compose.mjs';
import { image } from './parts/image.mjs';
import { nodeLts } from './parts/node-lts.mjs';
import { pgbouncer } from './parts/pgbouncer.mjs';
import { pods } from './parts/pods.mjs';
import { LeftOut } from './shell.mjs';

/** A part resolves to the step that it leaves out, if there is one. */
const parts = { chart, alerts, image, cluster, pods, compose, pgbouncer, node: nodeLts };

const given = process.argv.slice(2);
const unknown = given.filter((name) => !(name in parts));
if (unknown.length) {
  console.error(`There is no part ${unknown.join(', ')}: ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}

const results = [];
for (const name of given.length ? given : Object.keys(parts)) {
  console.log(`${name}:`);
  const began = Date.now();
  const outcome = await parts[name]().then(
    (leftOut) => (leftOut ? `passed, and leaves out ${leftOut}` : 'passed'),
    (error) => {
      if (error instanceof LeftOut) return `left out: ${error.message}`;
      console.error(error);
      return 'failed';
    },
  );
  results.push(outcome);
  console.log(`${name}: ${outcome} (${Math.round((Date.now() - began) / 1_000)} s)`);
}

const count = (state) => results.filter((result) => result.startsWith(state)).length;
console.log(`${count('passed')} passed, ${count('failed')} failed, ${count('left out')} skipped`);
process.exit(count('failed') ? 1 : 0);
