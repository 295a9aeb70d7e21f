import type { Fields, Operation } from './content.js';

export interface Sample {
  readonly title: string;
  readonly language: string;
  readonly text: string;
}

type Writer = (value: unknown, indent: string) => string;

/** Returns a writer of nested values. A list or an object that fits stays on its line. */
function writerOf(form: {
  list: [string, string];
  object: [string, string];
  pair(key: string): string;
  scalar(value: unknown): string;
}): Writer {
  const write: Writer = (value, indent) => {
    if (typeof value !== 'object' || value === null) return form.scalar(value);
    const [open, close] = Array.isArray(value) ? form.list : form.object;
    const inner = `${indent}${STEP}`;
    const parts = Array.isArray(value)
      ? value.map((each) => write(each, inner))
      : Object.entries(value).map(([key, each]) => `${form.pair(key)}${write(each, inner)}`);
    if (!parts.length) return open.trim() + close.trim();
    const line = `${open}${parts.join(', ')}${close}`;
    if (line.length + indent.length <= WIDTH && !line.includes('\n')) return line;
    return `${open.trim()}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close.trim()}`;
  };
  return write;
}

const STEP = '    ';
const WIDTH = 72;
const quoted = (value: unknown): string => JSON.stringify(value);
const single = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

const python = writerOf({
  list: ['[', ']'],
  object: ['{', '}'],
  pair: (key) => `${quoted(key)}: `,
  scalar: (value) => (value === null ? 'None' : value === true ? 'True' : value === false ? 'False' : quoted(value)),
});
const php = writerOf({
  list: ['[', ']'],
  object: ['[', ']'],
  pair: (key) => `${single(key)} => `,
  scalar: (value) => (typeof value === 'string' ? single(value) : String(value)),
});
const typescript = writerOf({
  list: ['[', ']'],
  object: ['{ ', ' }'],
  pair: (key) => `${/^[a-z_]\w*$/i.test(key) ? key : single(key)}: `,
  scalar: (value) => (typeof value === 'string' ? single(value) : quoted(value)),
});
const go = writerOf({
  list: ['[]any{', '}'],
  object: ['map[string]any{', '}'],
  pair: (key) => `${quoted(key)}: `,
  scalar: (value) => (value === null ? 'nil' : quoted(value)),
});

/** Returns the same request in each language, written with the client of TypeScript and the files of examples/. */
export function samplesOf({ path, example, isSigned }: Operation): readonly Sample[] {
  const text = { sh: curl(path, example, isSigned) };
  if (!isSigned) return [{ title: 'curl', language: 'sh', text: text.sh }];
  return [
    { title: 'curl', language: 'sh', text: text.sh },
    { title: 'TypeScript', language: 'ts', text: typescriptOf(path, example) },
    {
      title: 'Python',
      language: 'python',
      text:
        'from stockbook import Stockbook\n\nstockbook = Stockbook(url, domain, api_key, api_secret)\n' +
        `answer = stockbook.call("/${path}", ${python(example, '')})`,
    },
    {
      title: 'PHP',
      language: 'php',
      text:
        "require 'stockbook.php';\n\n$stockbook = new Stockbook($url, $domain, $apiKey, $apiSecret);\n" +
        `$answer = $stockbook->call('/${path}', ${php(example, '')});`,
    },
    {
      title: 'Go',
      language: 'go',
      text:
        'client := stockbook.Client{URL: url, Domain: domain, APIKey: apiKey, APISecret: apiSecret}\n' +
        `var answer map[string]any\nerr := client.Call(ctx, "/${path}", ${go(example, '')}, &answer)`,
    },
    { title: 'Java', language: 'java', text: javaOf(path, example) },
  ];
}

function typescriptOf(path: string, example: Fields): string {
  const fields = Object.keys(example).length ? typescript(example, '') : '';
  const call = path.replaceAll('/', '.');
  return (
    "import { Stockbook } from '@stockbook/client';\n\n" +
    'const stockbook = new Stockbook({ url, domain, apiKey, apiSecret });\n' +
    `const answer = await stockbook.${call}(${fields});`
  );
}

function javaOf(path: string, example: Fields): string {
  const json = JSON.stringify(example, null, 2).replaceAll('\\', '\\\\').replaceAll('\n', `\n${STEP}`);
  return (
    'var stockbook = new Stockbook(url, domain, apiKey, apiSecret);\n' +
    `String answer = stockbook.call("/${path}", """\n${STEP}${json}""");`
  );
}

const isRead = (path: string): boolean => /(^|\/)get\w*$/.test(path);

function curl(path: string, example: Fields, isSigned: boolean): string {
  const fields = JSON.stringify(example, null, 1)
    .slice(1, -1)
    .trim()
    .replaceAll('\n ', '\n  ')
    .replaceAll("'", `'\\''`);
  const post = `curl "$url/${path}" -H 'content-type: application/json' \\\n  -d`;
  if (!isSigned) return `${post} '{${fields}}'`;
  const key = isRead(path) ? '' : `,\n  "idempotency_key":"'$(openssl rand -hex 16)'"`;
  const more = fields ? `,\n  ${fields}` : '';
  return [
    `body='{"domain":"'$domain'","api_key":"'$key'","auth_signature":"",\n` +
      `  "auth_timestamp":'$(date +%s)',"strict":true${key}${more}}'`,
    `signature=$(printf '/${path}\\n%s' "$body" |\n  openssl dgst -sha256 -hmac "$secret" -hex | sed 's/.* //')`,
    `${post} "\${body/\\"auth_signature\\":\\"\\"/\\"auth_signature\\":\\"$signature\\"}"`,
  ].join('\n');
}
