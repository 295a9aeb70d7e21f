// Preloaded by `node --import`, it prints the npm packages that the process has loaded when it exits.
// The debugger reports ES modules and CommonJS alike; module hooks of Node 20 see only the former.
import { Session } from 'node:inspector';

const packages = new Set();
const session = new Session();
session.connect();
session.on('Debugger.scriptParsed', ({ params }) => {
  const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(params.url)?.[1];
  if (name) packages.add(name);
});
session.post('Debugger.enable');
process.on('exit', () => console.log(JSON.stringify([...packages])));
