import { groupBy } from '@stockbook/persistence';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { type DeclaredReference, declaredReferences } from './declared-references.js';

const DOCUMENT = fileURLToPath(new URL('../../../../docs/decisions/0018-references-and-deletes.md', import.meta.url));

/** Returns the record that refers, with the column where that is not called like its target. */
function referrerOf({ reference, noun, isLine, column }: DeclaredReference): string {
  const name = isLine ? `line of ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}` : noun;
  const field = column === `${reference.to.replaceAll(' ', '_')}_id` ? '' : ` (\`${reference.fields?.[0] ?? column}\`)`;
  return `${name}${field}${reference.state ? ` ${reference.state}` : ''}`;
}

const HEAD = ['record | referred to by | delete | why, or what else happens', '--- | --- | --- | ---'];

/** Returns the table, with one row for the references to a record that have the same answer on its delete. */
function table(): string {
  const grouped = groupBy(declaredReferences, ({ reference }) => {
    const answer = 'kept' in reference ? ['kept', reference.kept] : ['checked', reference.note ?? ''];
    return [reference.to, ...answer].join('|');
  });
  const rows = [...grouped].map(([key, of]) => {
    const [to, ...answer] = key.split('|');
    return [to, [...new Set(of.map(referrerOf))].sort().join(', '), ...answer].join(' | ');
  });
  return [...HEAD, ...rows.sort()].map((row) => `| ${row} |\n`).join('');
}

test('decision 18 has the table of what the entities declare; else `npm run record:references` writes it', async () => {
  const text = readFileSync(DOCUMENT, 'utf8');
  const declared = await format(
    text.replace(/(^\|.*\|\n)+/m, () => table()),
    { parser: 'markdown' },
  );
  if (process.env['STOCKBOOK_RECORD_REFERENCES']) writeFileSync(DOCUMENT, declared);
  expect(readFileSync(DOCUMENT, 'utf8')).toBe(declared);
});
