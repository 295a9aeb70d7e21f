import sanitizeHtml from 'sanitize-html';

const allowedTags = [...sanitizeHtml.defaults.allowedTags, 'center', 'del', 'font', 'iframe', 'img', 'ins', 'strike'];

const CELL = ['abbr', 'align', 'bgcolor', 'colspan', 'headers', 'height', 'rowspan', 'scope', 'valign', 'width'];
/** The list has no `id` and no `name`: a page's scripts would find them in place of what they look for. */
const allowedAttributes = {
  '*': ['align', 'class', 'dir', 'lang', 'style', 'title'],
  a: ['href', 'target'],
  col: ['span', 'width'],
  colgroup: ['span', 'width'],
  font: ['color', 'face', 'size'],
  hr: ['size', 'width'],
  iframe: ['allowfullscreen', 'frameborder', 'height', 'loading', 'src', 'width'],
  img: ['alt', 'height', 'loading', 'src', 'srcset', 'width'],
  li: ['type', 'value'],
  ol: ['reversed', 'start', 'type'],
  table: ['bgcolor', 'border', 'cellpadding', 'cellspacing', 'width'],
  td: CELL,
  th: CELL,
  tr: ['bgcolor', 'valign'],
  ul: ['type'],
};

/** The players of well-known video sites, each with one video. */
const PLAYER = new RegExp(
  '^https://(?:' +
    'www\\.youtube(?:-nocookie)?\\.com/embed/[\\w-]+|' +
    'player\\.vimeo\\.com/video/\\d+|' +
    'www\\.dailymotion\\.com/embed/video/\\w+|' +
    'geo\\.dailymotion\\.com/player(?:/\\w+)?\\.html' +
    ')(?:\\?[\\w=&%.,:;+-]*)?$',
);

/** No style takes an element out of its place, loads anything, moves, or covers what is not its own. */
const STYLES = new Set(
  [
    'background-color border-collapse border-radius border-spacing clear color direction display float font',
    'font-family font-size font-style font-variant font-weight height letter-spacing line-height list-style-type',
    'max-height max-width min-height min-width table-layout text-align text-decoration text-indent text-transform',
    'vertical-align white-space width word-break word-spacing',
  ].flatMap((names) => names.split(' ')),
);
const BOX = /^(border(-(top|right|bottom|left))?(-(color|style|width))?|(margin|padding)(-(top|right|bottom|left))?)$/;
/** A word, a positive number, a colour or a quoted font: no function but those of colours, and no escape. */
const TOKEN = [
  String.raw`(?:[a-z][\w-]*|(?:\d+(?:\.\d+)?|\.\d+)(?:%|[a-z]+)?|#[\da-f]{3,8}`,
  String.raw`|(?:rgb|hsl)a?\([\d\s.,%/]*\)|"[^"\\<>]*"|'[^'\\<>]*')`,
].join('');
const VALUE = new RegExp(String.raw`^${TOKEN}(?: ?[ ,/] ?${TOKEN})*$`, 'i');
/** No editor writes longer styles or sets of images, so they are removed. */
const LONGEST_ATTRIBUTE = 4_000;

/** Images in the text itself may have these types, which hold no markup. */
const RASTER_IMAGE = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[a-z\d+/=]*$/i;
/** Browsers drop these characters from an address. */
const DROPPED = /[\u0000-\u0020]+/g;

type Attributes = Readonly<Record<string, string>>;

/** Only frames of well-known video players stay. */
export const safeHtml = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags,
    allowedAttributes,
    allowedSchemesByTag: { img: ['http', 'https', 'data'], iframe: ['https'] },
    // The styles are filtered below, in a tenth of the time that its parser takes.
    parseStyleAttributes: false,
    transformTags: {
      '*': (tagName, attribs) => ({ tagName, attribs: withSafeStyle(attribs) }),
      img: (tagName, attribs) => ({ tagName, attribs: withRasterImage(attribs) }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'iframe' && !PLAYER.test(attribs['src'] ?? ''),
    // A browser reads the content of a frame as plain text.
    textFilter: (text, tag) => (tag === 'iframe' ? '' : text),
  });

function withSafeStyle(attribs: Attributes): sanitizeHtml.Attributes {
  const { style, ...others } = attribs;
  if (!style || style.length > LONGEST_ATTRIBUTE) return others;
  const safe = style.split(';').flatMap(safeDeclaration).join('; ');
  return safe ? { ...attribs, style: safe } : others;
}

function safeDeclaration(declaration: string): string[] {
  const colon = declaration.indexOf(':');
  const property = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase();
  const value = declaration
    .slice(colon + 1)
    .replace(/\s+/g, ' ')
    .trim();
  const isSafe = (STYLES.has(property) || BOX.test(property)) && VALUE.test(value);
  return isSafe ? [`${property}: ${value}`] : [];
}

function withRasterImage(attribs: Attributes): sanitizeHtml.Attributes {
  const { srcset = '', ...single } = attribs;
  const kept = srcset.length > LONGEST_ATTRIBUTE ? single : attribs;
  const { src = '', ...others } = kept;
  const address = src.replace(DROPPED, '');
  return /^data:/i.test(address) && !RASTER_IMAGE.test(address) ? others : kept;
}
