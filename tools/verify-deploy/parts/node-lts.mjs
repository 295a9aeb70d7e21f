// The part `node` runs the tests on the image's version of Node, which npm's package `node` brings.
import { delimiter, dirname } from 'node:path';
import { nodeBinary } from '../containers/base-image.mjs';
import { run, say } from '../shell.mjs';

export async function nodeLts() {
  const folder = dirname(await nodeBinary());
  const env = { PATH: `${folder}${delimiter}${process.env.PATH}` };
  say(`Node ${(await run('node', ['--version'], { env })).trim()}`);
  const output = await run('sh', ['-c', 'npm run -s jest 2>&1'], { env, timeout_ms: 3_600_000 });
  say(output.match(/^Tests:.*$/m)?.[0] ?? 'the tests passed');
}
