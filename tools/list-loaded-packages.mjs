// Prints the npm packages that a process has loaded when it exits; `node --import` preloads this file. The debugger
// reports ES modules and CommonJS alike; module hooks of Node 20 see only the former. A file of a bundle stands for the
// packages that are in it.
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector';

const root = new URL('..', import.meta.url);
const { outputs } = JSON.parse(readFileSync(new URL('apps/dist/bundle.json', root), 'utf8'));

const packages = new Set();
const session = new Session();
session.connect();
session.on('Debugger.scriptParsed', ({ params: { url } }) => {
  const { inputs = {} } = outputs[url.replace(root.href, '')] ?? {};
  const bundled = Object.keys(inputs).filter((file) => inputs[file].bytesInOutput > 0);
  for (const file of [url, ...bundled]) {
    const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1];
    if (name) packages.add(name);
  }
});
session.post('Debugger.enable');
process.on('exit', () => console.log(JSON.stringify([...packages])));
