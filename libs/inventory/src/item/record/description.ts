import sanitizeHtml from 'sanitize-html';

const BLOCK_END = /<br \/>|<\/(?:p|div|h[1-6]|li|tr|blockquote|pre|table|[ou]l)>/g;
const CHARACTERS: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** The time that cleaning HTML takes grows with the square of its tags; so many take a tenth of a second. */
export const MAX_TAGS = 10_000;

/** How many tags a text has, open or closed. */
export const tagsIn = (html: string): number => html.match(/<\/?[a-z]/gi)?.length ?? 0;

/** The text of safe HTML, with a line for each block. */
export function plainTextOf(html: string): string {
  const text = sanitizeHtml(html.replace(BLOCK_END, '$&\n'), { allowedTags: [], allowedAttributes: {} });
  return text
    .replace(/&(?:amp|lt|gt|quot);/g, (name) => CHARACTERS[name] ?? name)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
}
