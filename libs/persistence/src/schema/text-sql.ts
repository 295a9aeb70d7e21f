/** An index entry holds at most 2,704 bytes, a name up to 4,000. */
const SORTED_CHARACTERS = 250;
const INDEXED_BYTES = 2_000;

/** Longer values are looked up in the account's rows, and nobody looks for empty ones. */
export const indexed = (column: string): string => `(${column} <> '' AND octet_length(${column}) <= ${INDEXED_BYTES})`;
export const isIndexed = (text: string): boolean => text !== '' && Buffer.byteLength(text) <= INDEXED_BYTES;

export type TextSql = ReturnType<typeof textSql>;

export function textSql(schema: string) {
  const sorted = (column: string) => `${column} COLLATE ${schema}.by_text`;
  const searched = (column: string) => `${schema}.search_text(${column})`;
  return {
    /** Suits columns of at most 255 characters. */
    sorted,
    /** Suits longer names. */
    sortedName: (column: string) => sorted(`left(${column}, ${SORTED_CHARACTERS})`),
    /** The expression of the trigram index. */
    searched,
    /** A blank stands before each line, so that one stands before every word. */
    searchedLines: (columns: readonly string[]) =>
      searched(columns.map((column) => `E'\\n ' || ${column}`).join(' || ')),
    /** `%`, `_` and `\` in the value stand for themselves. */
    contains: (column: string, value: string) => `${searched(column)} LIKE ${schema}.search_pattern(${value})`,
    /** Equal texts sort alike: the first condition uses the index, the second one is exact. */
    same: (column: string, value: string) => `(${sorted(column)} ${value} AND ${column} ${value})`,
  };
}

/** These marks are the diacritics of Latin, Greek and Cyrillic script. */
const MARKS = '[\\u0300-\\u036F\\u1AB0-\\u1AFF\\u1DC0-\\u1DFF\\u20D0-\\u20FF\\uFE20-\\uFE2F]';

/** Needs no extension; a function of `unaccent` costs ten times as much. */
export const createTextSql = (schema: string): string[] => [
  // The Unicode root collation orders digits by value (kn) and ignores case (level 2).
  `CREATE COLLATION ${schema}.by_text (provider = icu, locale = 'und-u-kn-true-ks-level2', deterministic = false)`,
  // The language is PL/pgSQL: PostgreSQL inlines an SQL function into the index's expression and plans it with each
  // insert. Indexes hold the result, so a change needs a new name. ASCII (as many bytes as characters) takes the fast
  // path. STRICT lets a condition on it make an inner join of a left one.
  `CREATE FUNCTION ${schema}.search_text(text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 20
     AS $$
   BEGIN
     IF octet_length($1) = char_length($1) THEN RETURN lower($1 COLLATE "und-x-icu"); END IF;
     RETURN normalize(replace(replace(replace(translate(
       lower(regexp_replace(normalize($1, NFKD), '${MARKS}', '', 'g') COLLATE "und-x-icu"),
       'đðøłħŧıς', 'ddolhtiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), NFKC);
   END $$`,
  `CREATE FUNCTION ${schema}.search_pattern(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
     '%' || regexp_replace(${schema}.search_text($1), '([\\\\%_])', '\\\\\\1', 'g') || '%'`,
];
