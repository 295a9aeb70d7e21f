import type { FieldOutline } from './outline.js';

const MAX_INT = 2_147_483_647;

/** Each is a limit that must not fall, or not rise. */
const limits = [
  { key: 'maximum', ofIntegers: MAX_INT, isLower: true, words: 'has the maximum' },
  { key: 'maxLength', isLower: true, words: 'has at most this many characters:' },
  { key: 'maxItems', isLower: true, words: 'has at most this many entries:' },
  { key: 'minimum', ofIntegers: -MAX_INT, isLower: false, words: 'has the minimum' },
  { key: 'minLength', isLower: false, words: 'has at least this many characters:' },
  { key: 'minItems', isLower: false, words: 'has at least this many entries:' },
] as const;

/** Writes the type in words, with its format where a reader of the last release has to hold the value. */
export function typeName({ type, format, items, oneOf, of }: FieldOutline, withFormat: boolean): string {
  const within = (part: unknown) => typeName(isSchema(part) ? part : {}, withFormat);
  if (Array.isArray(oneOf)) return oneOf.map(within).join(' or ');
  if (type === 'array') return of ? 'a list of objects' : `a list of ${within(items)}`;
  if (of) return 'an object';
  return withFormat && format ? `${String(type)} (${String(format)})` : String(type);
}

/** Finds values that the last release may write and this one refuses. */
export function narrowings(before: FieldOutline, after: FieldOutline): string[] {
  const changes: string[] = [];
  const [were, are] = [wordsOf(before), wordsOf(after)];
  const gone = were?.filter((word) => are && !are.includes(word)) ?? [];
  if (gone.length) changes.push(`takes these words no more: ${gone.join(', ')}`);
  if (!were && are) changes.push(`takes these words only: ${are.join(', ')}`);
  for (const { key, isLower, words, ...limit } of limits) {
    const missing = isLower ? Infinity : -Infinity;
    const limitOf = (field: FieldOutline): number => {
      const value = field[key];
      if (typeof value === 'number') return value;
      return field['type'] === 'integer' && 'ofIntegers' in limit ? limit.ofIntegers : missing;
    };
    const [was, is] = [limitOf(before), limitOf(after)];
    if (isLower ? is < was : is > was) changes.push(`${words} ${is} instead of ${Number.isFinite(was) ? was : 'none'}`);
  }
  return [...changes, ...innerSchemas(before).flatMap((part, i) => narrowings(part, innerSchemas(after)[i] ?? {}))];
}

const wordsOf = ({ enum: words }: FieldOutline): string[] | undefined =>
  Array.isArray(words) ? words.map(String) : undefined;

const innerSchemas = ({ items, oneOf }: FieldOutline): FieldOutline[] => [items, oneOf].flat().filter(isSchema);

const isSchema = (part: unknown): part is FieldOutline => typeof part === 'object' && part !== null;
