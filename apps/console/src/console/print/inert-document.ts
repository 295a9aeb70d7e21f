/**
 * The security policy of the console refuses styles that stand in HTML, as those of an invoice template. They are
 * renamed before the browser reads them, and set through the CSSOM, which the policy lets pass.
 */
export function fillWithHtml(frame: HTMLIFrameElement, texts: readonly string[]): void {
  const { contentDocument: target, contentWindow } = frame;
  if (!target || !contentWindow) return;
  const sheets: CSSStyleSheet[] = [];
  const sections = texts.map((html) => {
    const source = new DOMParser().parseFromString(renamed(html), 'text/html');
    for (const style of source.querySelectorAll(`script[type="${STYLE_TYPE}"]`)) sheets.push(sheetOf(style, frame));
    for (const element of source.querySelectorAll('script, iframe, object, embed, base, meta, link')) element.remove();
    const section = target.createElement('section');
    section.append(...[...source.body.childNodes].map((node) => target.adoptNode(node)));
    for (const element of section.querySelectorAll<HTMLElement>(`[${STYLE_ATTRIBUTE}]`))
      element.style.cssText = element.getAttribute(STYLE_ATTRIBUTE) ?? '';
    // Each document begins on a page of its own.
    section.style.breakAfter = 'page';
    return section;
  });
  target.adoptedStyleSheets = [baseSheet(frame), ...sheets];
  target.body.replaceChildren(...sections);
  frame.style.height = `${target.documentElement.scrollHeight}px`;
}

const STYLE_TYPE = 'text/x-style';
const STYLE_ATTRIBUTE = 'data-style';

const renamed = (html: string): string =>
  html
    .replace(/<style[^>]*>/gi, `<script type="${STYLE_TYPE}">`)
    .replace(/<\/style\s*>/gi, '</script>')
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/(\s)style(\s*=)/gi, `$1${STYLE_ATTRIBUTE}$2`));

/** A sheet belongs to the window that has made it. */
const newSheet = ({ contentWindow }: HTMLIFrameElement): CSSStyleSheet =>
  new (contentWindow as unknown as typeof globalThis).CSSStyleSheet();

function sheetOf({ textContent }: Element, frame: HTMLIFrameElement): CSSStyleSheet {
  const sheet = newSheet(frame);
  sheet.replaceSync(textContent ?? '');
  return sheet;
}

/** A template without styles of its own is read with ease nevertheless. */
function baseSheet(frame: HTMLIFrameElement): CSSStyleSheet {
  const sheet = newSheet(frame);
  sheet.replaceSync(`@page { size: A4; margin: 15mm; }
    body { background: #fff; color: #000; font: 11pt/1.45 system-ui, sans-serif; margin: 0; }
    table { border-collapse: collapse; width: 100%; } td, th { padding: 3px 6px; text-align: start; }
    [align="right"] { text-align: end; white-space: nowrap; }
    td[align="right"]:first-child { width: 100%; }
    :is(td, th):first-child { padding-left: 0; } :is(td, th):last-child { padding-right: 0; }
    thead th { border-bottom: 1px solid #000; }
    section:last-child { break-after: auto !important; }
    @media screen { body { padding: min(15mm, 5vw); } section + section { margin-top: 15mm; } }`);
  return sheet;
}
