/** How the texts of one schema are sorted, searched and matched, in SQL. */
export interface TextSql {
  /** Sorts by a column of at most 255 characters. */
  sorted(column: string): string;
  /** Sorts by a column of names. */
  sortedName(column: string): string;
  /** The expression that a trigram index of searched texts holds. */
  searched(column: string): string;
  /** Whether a column contains the text that `value` stands for; `%`, `_` and `\` stand for themselves. */
  contains(column: string, value: string): string;
  /** Whether a column has exactly that value, `= $2` or `= ANY ($2)`, through the index that sorts by the column. */
  same(column: string, value: string): string;
}

/** An entry of an index holds at most 2,704 bytes, a name up to 4,000: its first 250 characters decide where it is listed. */
const SORTED_CHARACTERS = 250;
const INDEXED_BYTES = 2_000;

/** Whether an exact value is in an index: one that is too long for it is looked for in the account's rows. */
export const indexed = (column: string): string => `octet_length(${column}) <= ${INDEXED_BYTES}`;
export const isIndexed = (text: string): boolean => Buffer.byteLength(text) <= INDEXED_BYTES;

export function textSql(schema: string): TextSql {
  const sorted = (column: string) => `${column} COLLATE ${schema}.by_text`;
  const searched = (column: string) => `${schema}.search_text(${column})`;
  return {
    sorted,
    sortedName: (column) => sorted(`left(${column}, ${SORTED_CHARACTERS})`),
    searched,
    contains: (column, value) => `${searched(column)} LIKE ${schema}.search_pattern(${value})`,
    // Texts that are the same sort alike, so the first condition narrows and the second one decides.
    same: (column, value) => `(${sorted(column)} ${value} AND ${column} ${value})`,
  };
}

/** Marks that stand on letters in Latin, Greek and Cyrillic script. */
const MARKS = '[\\u0300-\\u036F\\u1AB0-\\u1AFF\\u1DC0-\\u1DFF\\u20D0-\\u20FF\\uFE20-\\uFE2F]';

/**
 * Creates what `textSql` refers to. Only functions of PostgreSQL itself stand behind it, so no extension is needed: a function of `unaccent`
 * costs ten times as much. Indexes hold what `search_text` returns: a change of it needs another name. It is in PL/pgSQL because
 * PostgreSQL inlines a function in SQL into the index's expression, and plans that anew with each insert.
 */
export const createTextSql = (schema: string): string[] => [
  // The Unicode root collation: digits by value (kn), no difference of case (level 2).
  `CREATE COLLATION ${schema}.by_text (provider = icu, locale = 'und-u-kn-true-ks-level2', deterministic = false)`,
  // As many bytes as characters: nothing but ASCII, as most texts are.
  `CREATE FUNCTION ${schema}.search_text(text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 20 AS $$
   BEGIN
     IF octet_length($1) = char_length($1) THEN RETURN lower($1 COLLATE "und-x-icu"); END IF;
     RETURN normalize(replace(replace(replace(translate(
       lower(regexp_replace(normalize($1, NFKD), '${MARKS}', '', 'g') COLLATE "und-x-icu"),
       'đðøłħŧıς', 'ddolhtiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), NFKC);
   END $$`,
  `CREATE FUNCTION ${schema}.search_pattern(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
     '%' || regexp_replace(${schema}.search_text($1), '([\\\\%_])', '\\\\\\1', 'g') || '%'`,
];
