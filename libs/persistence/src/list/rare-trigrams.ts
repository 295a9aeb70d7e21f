import { LRUCache } from 'lru-cache';
import { statement } from '../connection/statement.js';
import type { Reader } from '../db.js';
import type { Conditions } from './conditions.js';

/** A text of the rows of a list, as its trigram index has it, and the order in which its newest rows are read. */
export interface SearchedText {
  readonly table: string;
  readonly key: string;
  readonly alias: string;
  readonly text: string;
}

const SAMPLE = 200;
/** An item's translations have 100,000 characters; 2,000 of each cost 180 ms. */
const SAMPLED = 400;
/** A trigram that this many of the sampled texts have narrows nothing. */
const COMMON = 10;
/** Three filters of 64 KiB hold the process for 120 ms, and narrow no further than their beginnings. */
const LONGEST = 255;
const KEPT = { max: 1_000, ttl: 600_000 };
const LETTER = /^[\p{L}\p{N}]$/u;
const INITIAL = /^ [\p{L}\p{N}]$/u;

type Trigrams = ReadonlySet<string>;

/**
 * The trigrams that many rows of an account have. An index reads a million entries of each such trigram to find a
 * hundred rows, so a search looks for the others and compares the rows found. An old sample makes a search slower,
 * never wrong.
 */
export class CommonTrigrams {
  private readonly known = new LRUCache<number, Trigrams>(KEPT);

  constructor(private readonly searched: SearchedText) {}

  /** `where` names the account. */
  async of(reader: Reader, where: Conditions): Promise<Trigrams> {
    const account_id = Number(where.values[0]);
    const known = this.known.get(account_id) ?? (await this.sample(reader, account_id));
    this.known.set(account_id, known, { noUpdateTTL: true });
    return known;
  }

  private async sample(reader: Reader, account_id: number): Promise<Trigrams> {
    const { table, key, alias, text } = this.searched;
    const newest = `SELECT left(${text}, ${SAMPLED}) AS text FROM ${table} ${alias} WHERE ${alias}.account_id = $1
      ORDER BY ${alias}.${key} DESC LIMIT ${SAMPLE}`;
    const rows = await reader.query<{ text: string }>(statement('', newest), [account_id]);
    const counts = new Map<string, number>();
    for (const trigram of rows.flatMap((row) => [...new Set(trigramsOf(Array.from(row.text)))]))
      if (trigram) counts.set(trigram, (counts.get(trigram) ?? 0) + 1);
    return new Set([...counts].filter(([, count]) => count >= COMMON).map(([trigram]) => trigram));
  }
}

/** A blank stands for any character before a word; others are in no trigram. */
function trigramsOf(characters: readonly string[]): (string | undefined)[] {
  const isLetter = characters.map((character) => LETTER.test(character));
  return characters.map((first, at) => {
    const rest = characters.slice(at + 1, at + 3).join('');
    return isLetter[at + 1] && isLetter[at + 2] ? `${isLetter[at] ? first : ' '}${rest}` : undefined;
  });
}

/** `%r4321%` for `buyer4321`; undefined if the text has no rare trigram. */
export function rarePattern(text: string, common: Trigrams = new Set()): string | undefined {
  const characters = Array.from(text.slice(0, LONGEST));
  const kept = new Set<number>();
  trigramsOf(characters).forEach((trigram, at) => {
    if (trigram && !common.has(trigram)) [at, at + 1, at + 2].forEach((each) => kept.add(each));
  });
  if (!kept.size) return !common.size && INITIAL.test(text) ? `%${text}%` : undefined;
  const escaped = (character: string) => character.replace(/[\\%_]/, '\\$&');
  return `%${characters.map((character, at) => (kept.has(at) ? escaped(character) : '%')).join('')}%`.replace(
    /^%+|%+$/g,
    '%',
  );
}
