// Run it as: npx nx g @stockbook/tools:resource inventory/unit --fields symbol:text,pieces:int
import { format, resolveConfig } from 'prettier';
import { fieldsOf, namesOf } from './names.mjs';
import { places } from './places.mjs';
import { ownFiles } from './texts.mjs';

const LEFT = (names) => `
${names.path} is there. What is left:
- write what the fields mean into ${`libs/contracts/src/${names.group}/${names.kebab}.ts`} (doc), and values that
  speak for themselves into docs/examples/${names.path};
- npm run -s record:answers, which also writes the API documents;
- npm run -s jest -- conformance -t ${names.path};
- the rows of ${names.path} in docs/spec-gaps.md, and a line in CHANGELOG.md.
`;

/** Adds a plain resource to the tree of files. */
export default async function resource(tree, options) {
  const names = namesOf(options);
  const fields = fieldsOf(options.fields);
  const contract = `libs/contracts/src/${names.group}/${names.kebab}.ts`;
  if (tree.exists(contract)) throw new Error(`${contract} is there already.`);
  const migration = nextMigration(tree, names);
  for (const [file, text] of Object.entries(ownFiles(names, fields, migration))) await write(tree, file, text);
  for (const [file, edit] of Object.entries(places(names, migration)))
    await write(tree, file, edit(tree.read(file, 'utf-8')));
  return () => console.log(LEFT(names));
}

/** TypeORM orders migrations by the stamp, and readers by the number. */
function nextMigration(tree, { service, kebab }) {
  const numbers = tree.children(`libs/${service}/src/migrations`).map((file) => Number.parseInt(file, 10) || 0);
  const number = String(Math.max(...numbers) + 1).padStart(4, '0');
  return { file: `${number}-${kebab}`, stamp: Date.now() };
}

async function write(tree, file, text) {
  const options = await resolveConfig(`${tree.root}/${file}`);
  tree.write(file, await format(text, { ...options, filepath: file }));
}
