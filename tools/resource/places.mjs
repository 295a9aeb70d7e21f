/** Returns the lists that name every resource: by file, a function of its text that puts the resource in. */
export function places(names, migration) {
  const { group, service, kebab, camel, pascal, name, path, nouns, noun } = names;
  const handlers = `${pascal}Handlers`;
  const capital = nouns[0].toUpperCase() + nouns.slice(1);
  const own = `${kebab}/${kebab}`;
  const module = `libs/${service}/src/${names.module}.module.ts`;
  return {
    'libs/contracts/src/index.ts': (text) =>
      behindLast(text, `export * from './${group}/`, `export * from './${group}/${kebab}.js';`),
    'libs/contracts/src/tree.ts': (text) =>
      inList(
        behindLast(text, 'import ', `import { ${camel} } from './${group}/${kebab}.js';`),
        new RegExp(`(\\n  ${group}: \\{)([^}]*)(\\})`),
        name === camel ? name : `${name}: ${camel}`,
      ),
    'libs/contracts/src/documents/openapi-tags.ts': (text) =>
      behindLast(text, `  '${group}/`, `  '${path}': '${capital}.',`),
    [module]: (text) =>
      inList(
        imported(text, handlers, `${'../'.repeat(names.module.split('/').length - 1) || './'}${own}.handlers.js`),
        /(controllers: \[)([^\]]*)(\])/,
        handlers,
      ),
    [`libs/${service}/src/definition.ts`]: (text) => {
      const rows = inList(
        imported(text, `${pascal}Row`, `./${own}.entity.js`),
        /(\n  rows: \[)([^\]]*)(\])/,
        `${pascal}Row`,
      );
      const class_ = `${pascal}${migration.stamp}`;
      const listed = imported(rows, class_, `./migrations/${migration.file}.js`);
      return inList(listed, /(migrations: \[)([^\]]*)(\])/, class_);
    },
    'libs/standalone/src/demo/demo-others.ts': (text) =>
      put(text, /\n\}\n$/, `\n  await write(${group}.${name}.add, { name: 'First ${noun}' });\n}\n`),
  };
}

function put(text, place, replacement) {
  if (!place.test(text)) throw new Error(`There is no place like ${place} in ${text.slice(0, 80)}`);
  return text.replace(place, () => replacement);
}

/** Adds a line behind the last one that begins so. */
function behindLast(text, beginning, line) {
  const all = text.split('\n');
  const at = all.findLastIndex((each) => each.startsWith(beginning));
  if (at < 0) throw new Error(`No line begins with ${beginning} in ${text.slice(0, 80)}`);
  return all.toSpliced(at + 1, 0, line).join('\n');
}

const imported = (text, name, from) => behindLast(text, 'import ', `import { ${name} } from '${from}';`);

/** Adds a word to the end of a list: the pattern has what stands before, the list, and what stands behind. */
function inList(text, pattern, word) {
  const [whole, before, list, behind] = pattern.exec(text) ?? [];
  if (!whole) throw new Error(`There is no list like ${pattern} in ${text.slice(0, 80)}`);
  return text.replace(
    whole,
    () => `${before}${list.trimEnd().replace(/,$/, '')}, ${word}${/^\s*\n/.test(list) ? ',\n' : ''}${behind}`,
  );
}
