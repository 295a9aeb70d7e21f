// Reads a guide's Markdown as blocks that the page draws: no HTML reaches the browser.
import { marked } from 'marked';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { addressesOf, contentsOf, filesIn, openApiIn } from './contents.mjs';

/** `<!-- reference: Limits -->` stands for that section of the introduction of the OpenAPI document. */
const SECTION = /^<!-- reference: (.+) -->$/gm;

export function guideBlocks(root, slug) {
  const { description } = openApiIn(root).info;
  const text = readFileSync(join(root, `docs/${slug}.md`), 'utf8');
  return blocksOf(
    text.replace(/^# .+$/m, '').replace(SECTION, (_, title) => sectionOf(description, title)),
    linksOf(root, `docs/${slug}.md`),
  );
}

function sectionOf(description, title) {
  const [, section] =
    description
      .split(/^## /m)
      .map((text) => text.split(/\n([\s\S]*)/))
      .find(([name]) => name === title) ?? [];
  if (section === undefined) throw new Error(`The introduction of the OpenAPI document has no section ${title}.`);
  return section.trim();
}

/** Returns a function that translates links of a file into addresses of the documentation; others are no links. */
function linksOf(root, file) {
  const contents = contentsOf(root);
  const addresses = new Set(addressesOf(contents));
  const byFile = new Map([
    ...contents.guides.flatMap(({ guides }) => guides).map(({ slug }) => [`docs/${slug}.md`, `guides/${slug}`]),
    ...filesIn(root).map((name) => [name, `files/${posix.basename(name)}`]),
    ['docs/webhook-events.json', 'reference/integration/webhook'],
  ]);
  return (href) => {
    if (/^https:/.test(href)) return href;
    // Guides name pages of the documentation by their addresses.
    const [target, anchor = ''] = href.split('#');
    const own = target.replace(/^\/docs\//, '');
    if (target.startsWith('/docs/') && !addresses.has(own))
      throw new Error(`${file} links to ${href}, which is not there.`);
    const path = posix.join(posix.dirname(file), target);
    const address = target.startsWith('/docs/') ? own : target ? byFile.get(path) : byFile.get(file);
    return address === undefined ? undefined : `${address}${anchor && `#${anchor}`}`;
  };
}

/** Returns the id of a heading, as GitHub makes it. */
const idOf = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

function blocksOf(text, link) {
  return marked.lexer(text).flatMap((token) => blockOf(token, link));
}

function blockOf(token, link) {
  const inline = (tokens) => inlineOf(tokens, link);
  switch (token.type) {
    case 'heading':
      return [{ is: 'heading', level: token.depth, id: idOf(plain(token.tokens)), text: inline(token.tokens) }];
    case 'paragraph':
    case 'text':
      return [{ is: 'text', text: inline(token.tokens ?? [token]) }];
    case 'code':
      return [{ is: 'code', language: token.lang || languageOf(token.text), text: token.text }];
    case 'list':
      return [
        {
          is: 'list',
          ordered: token.ordered,
          items: token.items.map(({ tokens }) => tokens.flatMap((each) => blockOf(each, link))),
        },
      ];
    case 'table':
      return [
        {
          is: 'table',
          head: token.header.map(({ tokens }) => inline(tokens)),
          rows: token.rows.map((row) => row.map(({ tokens }) => inline(tokens))),
        },
      ];
    case 'blockquote':
      return [{ is: 'note', blocks: token.tokens.flatMap((each) => blockOf(each, link)) }];
    case 'space':
    case 'hr':
    case 'html':
      return [];
    default:
      throw new Error(`A guide has ${token.type}, which the page cannot draw: ${token.raw}`);
  }
}

/** Indented code has no language. Text and JSON have no commands that begin a line. */
const languageOf = (text) =>
  /^[{[]/.test(text)
    ? 'json'
    : /^(#|npm|npx|node|docker|helm|kubectl|curl|echo|psql|export|[A-Z_]+=)/m.test(text)
      ? 'sh'
      : 'text';

/** Returns texts, and arrays of a name and its content. */
function inlineOf(tokens = [], link) {
  return tokens.flatMap((token) => {
    const { type, text } = token;
    if (type === 'codespan') return [['code', text]];
    if (type === 'strong' || type === 'em') return [[type, inlineOf(token.tokens, link)]];
    if (type === 'link') {
      const href = link(token.href);
      const content = inlineOf(token.tokens, link);
      return href === undefined ? content : [['a', content, href]];
    }
    if (type === 'br') return [' '];
    return token.tokens ? inlineOf(token.tokens, link) : [decoded(text ?? token.raw).replace(/\n/g, ' ')];
  });
}

/** marked escapes some signs of texts for HTML. */
const decoded = (text) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name]);

const plain = (tokens) =>
  tokens.map((token) => (token.tokens ? plain(token.tokens) : decoded(token.text ?? ''))).join('');
