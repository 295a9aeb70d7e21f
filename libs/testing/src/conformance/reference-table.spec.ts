import { groupBy } from '@stockbook/persistence';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type DeclaredReference, declaredReferences } from './declared-references.js';

const DOCUMENT = fileURLToPath(new URL('../../../../docs/decisions/0018-references-and-deletes.md', import.meta.url));

/** Returns the record that refers, with the column where that is not called like its target. */
function referrerOf({ reference, noun, isLine, column }: DeclaredReference): string {
  const name = isLine ? `line of ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}` : noun;
  const field = column === `${reference.to.replaceAll(' ', '_')}_id` ? '' : ` (\`${reference.fields?.[0] ?? column}\`)`;
  return `${name}${field}${reference.state ? ` ${reference.state}` : ''}`;
}

/** Returns one row for the references to a record that have the same answer on its delete. */
function rows(): string[] {
  const grouped = groupBy(declaredReferences, ({ reference }) => {
    const answer = 'kept' in reference ? ['kept', reference.kept] : ['checked', reference.note ?? ''];
    return [reference.to, ...answer].join('|');
  });
  return [...grouped]
    .map(([key, of]) => {
      const [to, ...answer] = key.split('|');
      return [to, [...new Set(of.map(referrerOf))].sort().join(', '), ...answer].join(' | ');
    })
    .sort();
}

test('the table of decision 18 is what the entities declare', () => {
  const [, , ...found] = readFileSync(DOCUMENT, 'utf8').match(/^\|.*\|$/gm) ?? [];
  const shown = found.map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim())
      .join(' | '),
  );
  expect(shown).toEqual(rows());
});
