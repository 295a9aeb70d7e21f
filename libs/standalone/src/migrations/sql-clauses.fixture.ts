const LITERAL_OR_COMMENT = /\bE'(?:[^'\\]|''|\\.)*'|'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//gi;

/**
 * Returns the statements without comments and without the contents of literals. Statements in a body between $$ are
 * statements of their own.
 */
export const clausesOf = (sql: string): string[] =>
  sql
    .replace(LITERAL_OR_COMMENT, (found) => (/^E?'/i.test(found) ? "''" : ' '))
    .replace(/\$\w*\$/g, ' ; ')
    .replace(/"([^"]*)"/g, (_, name: string) => name.replace(/\s/g, '_'))
    .split(';')
    .map((clause) => clause.replace(/\s+/g, ' ').trim())
    .filter((clause) => clause);

/** Returns the parts between commas that are in no parentheses. */
export function splitList(list: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of list) {
    if ('(['.includes(character)) depth++;
    if (')]'.includes(character)) depth--;
    if (character === ',' && !depth) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim());
}
