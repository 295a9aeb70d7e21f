import type { ItemEdit } from '@stockbook/contracts';
import { setImmediate } from 'node:timers/promises';
import sanitizeHtml from 'sanitize-html';
import { safeHtml } from '@stockbook/contracts/safe-html';

const BLOCK_END = /<br \/>|<\/(?:p|div|h[1-6]|li|tr|blockquote|pre|table|[ou]l)>/g;
const CHARACTERS: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** A description and its translations together have at most this many tags. */
export const MAX_TAGS = 10_000;

/** Cleaning takes up to 20 µs for a tag and 2 µs for another mark, so this many hold the event loop for 50 ms. */
const MOST_TAGS = 2_500;
const MOST_MARKS = 20_000;

/** Counts the tags of a text, both open and closed. */
export const tagsIn = (html: string): number => html.match(/<\/?[a-z]/gi)?.length ?? 0;

export function tooMuchMarkup(html: string): string | undefined {
  const tags = tagsIn(html);
  if (tags > MOST_TAGS) return `may hold ${MOST_TAGS} tags, not ${tags}`;
  const marks = html.match(/[<&]/g)?.length ?? 0;
  return marks > MOST_MARKS ? `may hold < and & ${MOST_MARKS} times, not ${marks} times` : undefined;
}

export function plainTextOf(html: string): string {
  const text = sanitizeHtml(html.replace(BLOCK_END, '$&\n'), { allowedTags: [], allowedAttributes: {} });
  return text
    .replace(/&(?:amp|lt|gt|quot);/g, (name) => CHARACTERS[name] ?? name)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
}

type Described = Pick<ItemEdit, 'description' | 'plain_description'>;

/** Cleans the texts of a request one after the other, so that others are served between them. */
export async function withCleanTexts<I extends ItemEdit>(input: I): Promise<I> {
  const description = input.description === undefined ? undefined : safeHtml(input.description);
  if (!input.translations) return { ...input, description };
  const translations = [];
  for (const translation of input.translations) {
    await setImmediate();
    translations.push({ ...translation, ...cleaned(translation) });
  }
  return { ...input, description, translations };
}

/** A translation is given as a whole, so its plain text follows from it alone. */
function cleaned({ description: html = '', plain_description: plain = '' }: Described): Described {
  const description = safeHtml(html);
  return { description, plain_description: plain.trim() ? plain : plainTextOf(description) };
}
