import { readFile, writeFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';

const FILE = new URL('../../../../docs/example-answers.json', import.meta.url);

/** The answers by the paths of their operations. */
export type Answers = Readonly<Record<string, object>>;

export const recordedAnswers = async (): Promise<Answers> => JSON.parse(await readFile(FILE, 'utf8'));

/** Writes the answers of a run that began at `start`, without what differs from run to run. */
export async function recordAnswers(answers: Answers, start: number): Promise<void> {
  await writeFile(FILE, `${JSON.stringify(withoutChance(answers, start), null, 2)}\n`);
}

const MINUTE_MS = 60_000;
/** Nothing in the demo is due later. */
const HORIZON_MS = 31 * 1_440 * MINUTE_MS;
/** The time at which the demo of the examples was filled. */
const SHOWN_START = Date.parse('2026-03-12T09:00:00Z');
const LONGEST_TEXT = 2_000;

function withoutChance(answers: Answers, start: number): Answers {
  const shownTime = (text: string) => {
    const offset = Date.parse(text) - start;
    if (offset < -MINUTE_MS || offset > HORIZON_MS) return text;
    const shown = new Date(SHOWN_START + Math.max(0, Math.floor(offset / MINUTE_MS)) * MINUTE_MS).toISOString();
    return text.includes('.') ? shown : `${shown.slice(0, 19)}Z`;
  };
  const text = JSON.stringify(answers, (_name, value: unknown) =>
    typeof value === 'string' && value.length > LONGEST_TEXT ? `${value.slice(0, 40)}...` : value,
  );
  const shown = text
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, shownTime)
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '0198d2c4-7c1e-7000-8001-3d2a6c1e8b90')
    .replace(/(\/media\/)[\da-f]{32}/g, '$10198d2c47c1e700080013d2a6c1e8b90')
    // The ids vary, because services write the audit log side by side.
    .replace(/("audit_id":)\d+/g, '$11')
    .replace(/("(?:api|session)_secret":"|api_secret=)\w+/g, '$10123456789abcdefghijklmnopqrstuvwxyzABCD')
    .replace(/("secret":"whsec_)[^"]+/g, `$1${'A'.repeat(43)}=`)
    .replace(/("secret_hint":")[^"]+/g, '$1AAA=');
  return JSON.parse(shown);
}

/** Returns the fields of a value with their types; of a list, those of its elements, each once. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(shapeOf).filter((shape, i, all) => all.findIndex((each) => isDeepStrictEqual(each, shape)) === i);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
}
