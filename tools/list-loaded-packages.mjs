// Preloaded by `node --import`, it prints the npm packages that the process has loaded when it exits.
// The debugger reports ES modules and CommonJS alike; module hooks of Node 20 see only the former.
// A file of a bundle stands for the packages that are in it.
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { fileURLToPath } from 'node:url';

const root = new URL('..', import.meta.url);
const { outputs } = JSON.parse(readFileSync(new URL('apps/dist/bundle.json', root), 'utf8'));

const packages = new Set();
const session = new Session();
session.connect();
session.on('Debugger.scriptParsed', ({ params }) => {
  const path = params.url.startsWith(root.href)
    ? fileURLToPath(params.url).slice(fileURLToPath(root).length)
    : params.url;
  const inputs = Object.entries(outputs[path]?.inputs ?? {}).filter(([, input]) => input.bytesInOutput > 0);
  for (const file of [path, ...inputs.map(([input]) => input)]) {
    const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1];
    if (name) packages.add(name);
  }
});
session.post('Debugger.enable');
process.on('exit', () => console.log(JSON.stringify([...packages])));
