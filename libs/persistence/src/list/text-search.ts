import { statement, type Statement } from '../connection/statement.js';
import type { Db } from '../db.js';
import type { Condition, Conditions } from './conditions.js';
import { CommonTrigrams, rarePattern, type SearchedText } from './rare-trigrams.js';

/** A code or a name that a row may have as a whole: SQL that an index answers, in which `?` is the value. */
export interface Code {
  readonly sql: string;
  readonly value: unknown;
  /** Names come behind codes. */
  readonly isName?: boolean;
}

export interface SearchTerms {
  readonly alias: string;
  /** SQL of all texts, codes included, as the trigram index has it: `searchedLines`. */
  readonly text: string;
  readonly codes: (search: string) => readonly Code[];
}

export interface Window {
  readonly order: 'ASC' | 'DESC';
  readonly limit: number;
  readonly offset: number;
}

export interface Matches {
  readonly ids: readonly number[];
  readonly total: number;
  /** True if more rows match than `total` says. */
  readonly isMore: boolean;
}

/** At most this many matches are ranked. Of more matches, those among the first rows are shown before others. */
const RANKED = 5_000;
/** Words that have no rare trigram are looked for among this many of the first rows. */
const FIRST = 20_000;
/** This many matches among these rows are enough; otherwise all rows are searched. */
const ENOUGH = 200;
/** This many words narrow a search enough: the rows found are compared with all of them. */
const NARROWING = 8;
const ASCII = /^[\0-\x7f]*$/;
/** Trigrams find a word this short only at the beginning of words. */
const SHORT = /^[\0-\x7f]{1,2}$/;

/** The rows that are looked at, and how many matches end that. */
interface Source {
  readonly rows: string;
  /** Rows whose matches come beside those, however many. */
  readonly others?: string;
  readonly most: number;
  /** SQL that is true if these are all rows. */
  readonly isWhole: string;
}

interface Sought {
  readonly where: Conditions;
  readonly search: string;
  readonly folded: string;
  readonly words: readonly string[];
  readonly window: Window;
}

interface Found {
  readonly total: number;
  /** The ids of the page, and of the first matches that were found. */
  readonly ids: readonly number[];
  readonly first: readonly number[];
  readonly is_whole: boolean;
}

/** Finds rows of a long list by parts of their texts. */
export class TextSearch {
  private readonly common: CommonTrigrams;
  private readonly folding: Statement;

  constructor(
    private readonly db: Db,
    private readonly terms: SearchedText & SearchTerms,
  ) {
    this.common = new CommonTrigrams(terms);
    this.folding = statement('folded_text', `SELECT ${db.schema}.search_text($1) AS folded`);
  }

  /** The index looks for the rare trigrams of a part; found rows are compared with the part itself. */
  async narrowed(where: Conditions): Promise<Conditions> {
    const parts = where.all.filter(({ texts }) => texts);
    if (!parts.length) return where;
    const folded = new Map<Condition, string>();
    for (const part of parts) folded.set(part, await this.fold(String(part.values[0])));
    const common = await this.common.of(this.db, where);
    return where.replacing((condition) => {
      const text = folded.get(condition);
      return text === undefined ? [condition] : this.containing(condition, text, rarePattern(text, common));
    });
  }

  /** Returns the rows of a search that have another order than that of its matches. */
  async matching(where: Conditions, search: string): Promise<Conditions> {
    const words = wordsOf(await this.fold(search));
    const common = await this.common.of(this.db, where);
    const all = { column: '', test: '', sql: '', values: [], texts: [this.terms.text] };
    return where.and(words.flatMap((word) => this.containing(all, word, rarePattern(word, common))));
  }

  /** Finds matches in an order in which whole codes come first, then the ranks of `rankSql`. */
  async best(where: Conditions, search: string, window: Window): Promise<Matches> {
    const folded = await this.fold(search);
    const words = wordsOf(folded);
    if (!words.length) return { ids: [], total: 0, isMore: false };
    const common = await this.common.of(this.db, where);
    const sought = { where, search, folded, words, window };
    const rare = words.flatMap((word) => rarePattern(word, common) ?? []);
    const first = rare.length ? undefined : await this.find(sought, this.first(sought));
    if (first && first.total > ENOUGH && !first.is_whole) return { ...first, total: ENOUGH, isMore: true };
    if (first && first.total <= ENOUGH && first.is_whole) return { ...first, isMore: false };
    const patterns = (rare.length ? rare : words.flatMap((word) => rarePattern(word) ?? [])).slice(0, NARROWING);
    const others = first && this.rowsOf(where, `AND ${this.terms.key} = ANY ('{${first.first}}')`);
    const all = { rows: this.rowsOf(where, ''), others, most: RANKED, isWhole: 'true' };
    const found = await this.find(sought, all, patterns);
    if (found.total <= RANKED) return { ...found, isMore: false };
    const { ids } = first ? found : await this.find(sought, { ...all, others: this.first(sought).rows }, patterns);
    return { ids, total: RANKED, isMore: true };
  }

  private async fold(text: string): Promise<string> {
    if (ASCII.test(text)) return text.toLowerCase();
    const [row] = await this.db.query<{ folded: string }>(this.folding, [text]);
    return row?.folded ?? '';
  }

  /** If all trigrams are common, the index looks for all of them. */
  private containing({ column, texts = [] }: Condition, part: string, rare?: string): Condition[] {
    const pattern = rare ?? rarePattern(part);
    const named = { column, test: '' };
    const compared = texts.map((text) => `strpos(${text}, ?) > 0`).join(' OR ');
    const narrowing = pattern ? [{ ...named, sql: `${this.terms.text} LIKE ?`, values: [pattern] }] : [];
    return [...narrowing, { ...named, sql: `(${compared})`, values: [part] }];
  }

  private rowsOf(where: Conditions, rest: string): string {
    const { table, key, alias, text } = this.terms;
    return `SELECT ${alias}.${key} AS id, ${text} AS text FROM ${table} ${alias} WHERE ${where} ${rest}`;
  }

  private first({ where, window: { order } }: Sought): Source {
    const { table, key, alias } = this.terms;
    const later = `SELECT FROM ${table} ${alias} WHERE ${where} OFFSET ${FIRST} LIMIT 1`;
    const rows = this.rowsOf(where, `ORDER BY ${alias}.${key} ${order} LIMIT ${FIRST}`);
    return { rows, most: ENOUGH, isWhole: `NOT EXISTS (${later})` };
  }

  private async find(
    { where, search, folded, words, window: { order, limit, offset } }: Sought,
    { rows, others, most, isWhole }: Source,
    patterns: readonly string[] = [],
  ): Promise<Found> {
    const { text } = this.terms;
    const values = where.values;
    const param = (value: unknown) => `$${values.push(value)}`;
    const codes = this.terms.codes(search).map(({ sql, value, isName = false }) => {
      const given = param(value);
      const rows = this.rowsOf(where, `AND ${sql.replaceAll('?', () => given)} LIMIT ${ENOUGH}`);
      return `(SELECT id, ${Number(isName)} AS rank FROM (${rows}) same)`;
    });
    const narrowing = patterns.map((pattern) => `AND ${text} LIKE ${param(pattern)}`).join(' ');
    const isMatch = words.map((word) => `strpos(text, ${param(word)}) > 0`).join(' AND ');
    const rank = rankSql(
      'text',
      param(folded.trim()),
      words.map((word) => param(word.trim())),
    );
    const matching = (source: string) =>
      `SELECT id, text FROM (${source} OFFSET 0) looked_at WHERE ${isMatch} AND id NOT IN (SELECT id FROM code)`;
    const found = `WITH code AS MATERIALIZED (
        SELECT id, min(rank) AS rank FROM (${codes.join(' UNION ALL ')}) exact GROUP BY id
      ), match AS MATERIALIZED (
        (${matching(`${rows} ${narrowing}`)} LIMIT ${most + 1}) ${others ? `UNION ${matching(others)}` : ''}
      )
      SELECT (SELECT count(*) FROM code) + (SELECT count(*) FROM match) AS total, ${isWhole} AS is_whole,
        ARRAY(SELECT id FROM match LIMIT ${ENOUGH}) AS first, ARRAY(
          SELECT id FROM (
            SELECT id, rank FROM code
            UNION ALL SELECT id, CASE WHEN (SELECT count(*) FROM match) <= ${RANKED} THEN ${rank} END FROM match
          ) ranked ORDER BY rank, id ${order} LIMIT ${param(limit)} OFFSET ${param(offset)}
        ) AS ids`;
    const [answer] = await this.db.query<Found>(statement('', found), values);
    return answer ?? { total: 0, ids: [], first: [], is_whole: true };
  }
}

/** Ranks whole texts, beginnings of texts, whole words, beginnings of words, other parts. */
export function rankSql(lines: string, whole: string, words: readonly string[]): string {
  const text = `replace(${lines}, E'\\n', ' ')`;
  const all = (sqlOf: (word: string) => string) => words.map((word) => `strpos(${sqlOf(word)}) > 0`).join(' AND ');
  return `CASE WHEN strpos(${lines} || E'\\n', concat(E'\\n ', ${whole}::text, E'\\n')) > 0 THEN 1
    WHEN strpos(${lines}, concat(E'\\n ', ${whole}::text)) > 0 THEN 2
    WHEN ${all((word) => `${text} || ' ', concat(' ', ${word}::text, ' ')`)} THEN 3
    WHEN ${all((word) => `${text}, concat(' ', ${word}::text)`)} THEN 4 ELSE 5 END`;
}

/** A short word is looked for behind a blank. */
const wordsOf = (folded: string): string[] =>
  [...new Set(folded.split(/\s+/).filter(Boolean))].map((word) => (SHORT.test(word) ? ` ${word}` : word));
