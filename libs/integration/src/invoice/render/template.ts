import mustache from 'mustache';

/** The library would keep each template that it has parsed, for as long as the thread lives. */
mustache.templateCache = undefined;

/** A template cannot be rendered: the message says why, after the template's name. */
export class TemplateFault extends Error {
  override readonly name = 'TemplateFault';
}

/** The HTML is limited to this size, and so is the PDF in base64. */
export const MAX_BYTES = 5 * 1024 * 1024;
export const documentTooLarge = () => new TemplateFault('makes more than 5 MB of this document');

const MAX_MESSAGE = 200;

type Value = unknown;
type Token = readonly [kind: string, value: string, start: number, end: number, inner?: unknown, ...rest: unknown[]];

/**
 * Renders a Mustache template. The library only parses. The tokens are rendered here because the library calls
 * functions that it finds on prototypes, can leave values unescaped, and does not bound its output.
 */
export function renderTemplate(template: string, document: object): string {
  const parts: string[] = [];
  let bytes = 0;
  const write = (text: string) => {
    bytes += Buffer.byteLength(text);
    if (bytes > MAX_BYTES) throw documentTooLarge();
    parts.push(text);
  };
  const render = (tokens: readonly Token[], context: readonly Value[]): void => {
    for (const [kind, name, , , inner] of tokens) {
      if (kind === 'text') write(name);
      // {{{name}}} and {{&name}} are escaped too.
      else if (kind === 'name' || kind === '&' || kind === '{') write(escaped(find(name, context)));
      else if (kind === '#') {
        const value = find(name, context);
        if (Array.isArray(value)) for (const each of value) render(tokensOf(inner), [each, ...context]);
        else if (isShown(value)) render(tokensOf(inner), [value, ...context]);
      } else if (kind === '^' && !isShown(find(name, context))) render(tokensOf(inner), context);
    }
  };
  render(tokensOf(parse(template)), [document]);
  return parts.join('');
}

function parse(template: string): unknown {
  try {
    return mustache.parse(template);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new TemplateFault(`cannot be read: ${message.slice(0, MAX_MESSAGE)}`);
  }
}

const tokensOf = (value: unknown): readonly Token[] => (Array.isArray(value) ? value : []);

/** Returns the value of `a.b` in the innermost context that has an `a`. Only own properties of objects count. */
function find(name: string, context: readonly Value[]): Value {
  if (name === '.') return context[0];
  const [first = '', ...others] = name.split('.');
  const holder = context.find((each) => isHolder(each) && Object.hasOwn(each, first));
  return others.reduce(property, property(holder, first));
}

const isHolder = (value: Value): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const property = (value: Value, name: string): Value =>
  isHolder(value) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
const isShown = (value: Value): boolean => Boolean(value) && !(Array.isArray(value) && !value.length);

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Shows texts and numbers; objects, lists and flags show nothing. */
const escaped = (value: Value): string =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
    : '';
