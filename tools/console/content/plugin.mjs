import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contentsOf, filesIn } from './contents.mjs';
import { guideBlocks } from './guides.mjs';
import { resourceOf } from './reference.mjs';
import { searchEntries } from './search.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const PREFIX = 'content:';

/** Gives the pages their content as modules, one for each guide and resource, so that a page loads what it shows. */
export const content = () => ({
  name: 'stockbook-content',
  /** A development server answers all addresses of a page with it, as the gateway does. */
  configureServer: ({ middlewares }) =>
    void middlewares.use((request, _response, next) => {
      request.url = request.url.replace(/^\/docs(\/.*)?$/, '/docs.html');
      next();
    }),
  // Without the ending vite would take a file of JSON for a module of its own.
  resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}.js` : undefined),
  load(id) {
    if (!id.startsWith(`\0${PREFIX}`)) return undefined;
    const [kind, name] = id.slice(PREFIX.length + 1, -'.js'.length).split(':');
    if (kind === 'loaders') return loaders();
    // JSON.parse is faster than the parser of scripts.
    return `export default JSON.parse(${JSON.stringify(JSON.stringify(contentOf(kind, name)))});`;
  },
});

function contentOf(kind, name) {
  if (kind === 'contents') return contentsOf(root);
  if (kind === 'search') return searchEntries(root);
  if (kind === 'guide') return guideBlocks(root, name);
  if (kind === 'resource') return resourceOf(root, name);
  const file = filesIn(root).find((each) => basename(each) === name);
  return readFileSync(join(root, file), 'utf8');
}

/** Returns functions that load the modules, by name. */
function loaders() {
  const { guides, resources, files } = contentsOf(root);
  const table = (kind, names) =>
    `{${names.map((name) => `${JSON.stringify(name)}: () => import(${JSON.stringify(`${PREFIX}${kind}:${name}`)})`)}}`;
  return [
    `export const guides = ${table(
      'guide',
      guides.flatMap((group) => group.guides).map(({ slug }) => slug),
    )};`,
    `export const resources = ${table(
      'resource',
      resources.map(({ name }) => name),
    )};`,
    `export const files = ${table('file', files)};`,
    `export const search = () => import('${PREFIX}search');`,
  ].join('\n');
}
