import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The guides in reading order, by the names of their files in docs/; one without a file is left out. */
const GUIDES = [
  ['Start', ['first-request', 'signing', 'errors']],
  [
    'Work with it',
    ['idempotency', 'batches', 'finding-changes', 'webhooks', 'importing', 'command-line', 'conventions'],
  ],
  ['Run it', ['operations']],
];
/** Files that guides link to, as pages of their own. */
const FILES = [
  'examples',
  'docs/examples/order.json',
  'libs/auth/src/signature-vectors.json',
  'libs/auth/src/webhook-vectors.json',
];

const textIn = (root, file) => readFileSync(join(root, file), 'utf8');

let parsed;
/** The document is large and is read for each module, so it is parsed once. */
export const openApiIn = (root) => (parsed ??= JSON.parse(textIn(root, 'docs/openapi.json')));

/** Returns what the documentation consists of. The navigation is made of it, so it has titles and no texts. */
export function contentsOf(root) {
  const { tags, paths } = openApiIn(root);
  const guides = GUIDES.map(([title, slugs]) => ({ title, guides: slugs.flatMap((slug) => guideIn(root, slug)) }));
  const operations = Object.entries(paths).map(([path, { post }]) => [path.slice(1), post]);
  const resources = tags.map(({ name, description }) => ({
    name,
    description,
    operations: operations
      .filter(([, { tags }]) => tags[0] === name)
      .map(([path, { summary }]) => ({ path, summary: summary.replace(/\.$/, '') })),
  }));
  return { guides, resources, files: filesIn(root).map((file) => basename(file)) };
}

function guideIn(root, slug) {
  try {
    const [, title = slug] = /^# (.+)$/m.exec(textIn(root, `docs/${slug}.md`)) ?? [];
    return [{ slug, title }];
  } catch {
    return [];
  }
}

export const filesIn = (root) =>
  FILES.flatMap((file) =>
    /\.\w+$/.test(file) ? [file] : readdirSync(join(root, file)).map((name) => `${file}/${name}`),
  );

/** Returns the addresses of the documentation below /docs. The gateway answers 404 for others. */
export function addressesOf({ guides, resources, files }) {
  return [
    '',
    ...guides.flatMap((group) => group.guides).map(({ slug }) => `guides/${slug}`),
    'reference',
    ...resources.map(({ name }) => `reference/${name}`),
    ...resources.flatMap(({ operations }) => operations.map(({ path }) => `reference/${path}`)),
    ...files.map((name) => `files/${name}`),
  ].filter((address, at, all) => all.indexOf(address) === at);
}
