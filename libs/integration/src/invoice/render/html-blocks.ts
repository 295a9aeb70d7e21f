import type { Alignment, Content, Style, TableCell } from 'pdfmake';
import { type ChildNode, type Element, isTag, isText } from 'domhandler';
import { parseDocument } from 'htmlparser2';

/** The parts of HTML that a PDF shows; all other elements show their content, and those of `HIDDEN` nothing. */
const HIDDEN = new Set([
  'head',
  'img',
  'link',
  'meta',
  'object',
  'iframe',
  'script',
  'style',
  'svg',
  'template',
  'title',
]);
const BLOCKS = new Set([
  ...['address', 'article', 'aside', 'body', 'div', 'dl', 'dd', 'dt', 'footer', 'form', 'header', 'html', 'hr', 'li'],
  ...['main', 'nav', 'ol', 'p', 'section', 'table', 'ul', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
]);
const STYLES: Readonly<Record<string, Style>> = {
  h1: { fontSize: 18, bold: true, margin: [0, 6, 0, 6] },
  h2: { fontSize: 14, bold: true, margin: [0, 5, 0, 5] },
  h3: { fontSize: 11, bold: true, margin: [0, 4, 0, 4] },
  p: { margin: [0, 2, 0, 6] },
  b: { bold: true },
  strong: { bold: true },
  th: { bold: true },
  i: { italics: true },
  em: { italics: true },
  u: { decoration: 'underline' },
  small: { fontSize: 7 },
};
const ALIGNMENTS: readonly Alignment[] = ['left', 'right', 'center', 'justify'];
const MAX_COLUMNS = 50;

export const blocksOf = (html: string): Content[] => blocks(parseDocument(html).children, {});

/** Turns inline nodes that follow each other into a paragraph. */
function blocks(nodes: readonly ChildNode[], style: Style): Content[] {
  const content: Content[] = [];
  let runs: Content[] = [];
  const flush = () => {
    if (runs.some((run) => typeof run === 'object' && 'text' in run && String(run.text).trim()))
      content.push({ text: runs, ...style });
    runs = [];
  };
  for (const node of nodes) {
    if (isTag(node) && isBlock(node)) {
      flush();
      content.push(...block(node, inherited(node, style)));
    } else runs.push(...inline(node, {}));
  }
  flush();
  return content;
}

const isBlock = ({ name, children }: Element): boolean =>
  BLOCKS.has(name) || (!HIDDEN.has(name) && children.some((child) => isTag(child) && isBlock(child)));

function block(element: Element, style: Style): Content[] {
  const { name, children } = element;
  if (HIDDEN.has(name)) return [];
  if (name === 'hr')
    return [{ canvas: [{ type: 'line', x1: 0, y1: 4, x2: 515, y2: 4, lineWidth: 0.5 }], margin: [0, 0, 0, 8] }];
  if (name === 'table') return table(element, style);
  if (name === 'ul') return [{ ul: items(children, style) }];
  if (name === 'ol') return [{ ol: items(children, style) }];
  return blocks(children, style);
}

const items = (nodes: readonly ChildNode[], style: Style): Content[] =>
  elements(nodes, 'li').map((item) => ({ stack: blocks(item.children, inherited(item, style)) }));

function inline(node: ChildNode, style: Style): Content[] {
  if (isText(node)) return [{ text: breakable(node.data.replace(/\s+/g, ' ')), ...style }];
  if (!isTag(node) || HIDDEN.has(node.name)) return [];
  if (node.name === 'br') return [{ text: '\n' }];
  return node.children.flatMap((child) => inline(child, inherited(node, style)));
}

/** A column is at least as wide as its longest word, which must not push the others off the page. */
const breakable = (text: string): string => text.replace(/\S{24}(?=\S)/gu, '$&\u200b');

function table(element: Element, style: Style): Content[] {
  const { margin, ...inner } = style;
  const head = elements(element.children, 'thead').flatMap((part) => elements(part.children, 'tr'));
  const others = element.children
    .filter(isTag)
    .flatMap((part) => (part.name === 'tr' ? [part] : part.name === 'thead' ? [] : elements(part.children, 'tr')));
  const rows = [...head, ...others].map((row) => cells(row, inherited(row, inner)));
  const columns = Math.max(...rows.map((row) => row.length), 0);
  if (!columns) return [];
  const first = [...head, ...others][0];
  const widths = first ? widthsOf(first, columns) : [];
  const body = rows.map((row) => [...row, ...Array<TableCell>(columns - row.length).fill('')]);
  const layout = Number(element.attribs['border']) > 0 ? undefined : head.length ? 'lightHorizontalLines' : 'noBorders';
  return [{ table: { headerRows: head.length, dontBreakRows: true, widths, body }, layout, margin: [0, 4, 0, 8] }];
}

function cells(row: Element, style: Style): TableCell[] {
  let free = MAX_COLUMNS;
  return row.children.filter(isTag).flatMap((cell): TableCell[] => {
    if (!free || (cell.name !== 'td' && cell.name !== 'th')) return [];
    const own = inherited(cell, style);
    const content = blocks(cell.children, own);
    const [only, ...others] = content;
    const shown = others.length || !only ? { stack: content, ...own } : only;
    const colSpan = Math.min(spanOf(cell), free);
    free -= colSpan;
    if (colSpan === 1) return [shown];
    return [{ stack: [shown], colSpan }, ...Array<TableCell>(colSpan - 1).fill('')];
  });
}

const spanOf = ({ attribs }: Element): number =>
  Math.max(1, Math.min(MAX_COLUMNS, Number.parseInt(attribs['colspan'] ?? '') || 1));

function widthOf(text: string): string | number {
  if (text === 'auto') return text;
  const [, number, unit] = /^\s*(\d{1,4}(?:\.\d+)?)\s*(%|pt|px)?\s*$/.exec(text) ?? [];
  if (!number) return '*';
  return unit === '%' ? `${Math.min(100, Number(number))}%` : Number(number);
}

/** A width is a share, `auto` (the content's), or open: open columns share the rest. */
function widthsOf(row: Element, columns: number): (string | number)[] {
  const given = row.children.filter(isTag).flatMap((cell) => {
    const span = spanOf(cell);
    const own = span > 1 ? '*' : widthOf(cell.attribs['width'] ?? declaration(cell, 'width'));
    return Array<string | number>(span).fill(own);
  });
  return Array.from({ length: columns }, (_, i) => given[i] ?? '*');
}

const elements = (nodes: readonly ChildNode[], name: string): Element[] =>
  nodes.filter(isTag).filter((element) => element.name === name);

function inherited(element: Element, { margin, ...around }: Style): Style {
  const size = /^(\d+(?:\.\d+)?|\.\d+)(px|pt)$/.exec(declaration(element, 'font-size'));
  const color = /^(#[\da-f]{3}|#[\da-f]{6}|[a-z]{3,20})$/i.exec(declaration(element, 'color'))?.[1];
  const given = declaration(element, 'text-align') || element.attribs['align'];
  const alignment = ALIGNMENTS.find((each) => each === given);
  return {
    ...around,
    ...STYLES[element.name],
    ...(size && { fontSize: Math.min(100, Math.max(1, Number(size[1]) * (size[2] === 'px' ? 0.75 : 1))) }),
    ...(color && { color }),
    ...(alignment && { alignment }),
    ...(/^(bold|[6-9]00)$/.test(declaration(element, 'font-weight')) && { bold: true }),
    ...(declaration(element, 'font-style') === 'italic' && { italics: true }),
  };
}

const declaration = ({ attribs }: Element, name: string): string =>
  (attribs['style'] ?? '')
    .split(';')
    .map((each) => each.split(':'))
    .find(([property = '']) => property.trim().toLowerCase() === name)?.[1]
    ?.trim() ?? '';
