import { useState } from 'react';

const KEYWORDS =
  'as|async|await|break|case|catch|class|const|continue|def|else|err|except|export|final|for|from|func|function|if|' +
  'import|in|is|let|map|new|not|of|or|package|public|raise|readonly|return|static|string|try|type|use|var|void|' +
  'while|with|true|false|null|nil|None|True|False|any';
const STRING = String.raw`"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\])*'|\x60[^\x60]*\x60`;
const SHARP = String.raw`(?<=^|\s)#.*`;
const SLASHES = String.raw`(?<=^|\s)\/\/.*|\/\*[\s\S]*?\*\/`;

const COMMENTS: Readonly<Record<string, string>> = { sh: SHARP, bash: SHARP, python: SHARP, py: SHARP, yaml: SHARP };

const patternOf = (language: string): RegExp =>
  new RegExp(
    `(?<comment>${COMMENTS[language] ?? SLASHES})|(?<string>${STRING})|` +
      `(?<number>\\b\\d[\\d_.]*\\b)|(?<keyword>\\b(?:${KEYWORDS})\\b)`,
    'gm',
  );

/** Splits a text into parts with a class name; languages are near enough to share one grammar. */
function* partsOf(text: string, language: string): Generator<readonly [kind: string, text: string]> {
  let end = 0;
  for (const match of text.matchAll(patternOf(language))) {
    if (match.index > end) yield ['', text.slice(end, match.index)];
    const [found] = match;
    end = match.index + found.length;
    const [kind = ''] = Object.entries(match.groups ?? {}).find(([, part]) => part !== undefined) ?? [];
    const isKey = kind === 'string' && /^\s*(:|=>)/.test(text.slice(end, end + 4));
    yield [isKey ? 'key' : kind, found];
  }
  if (end < text.length) yield ['', text.slice(end)];
}

export function Code({
  text,
  language,
  label,
}: {
  readonly text: string;
  readonly language: string;
  readonly label?: string;
}) {
  const parts = language === 'text' ? [['', text] as const] : [...partsOf(text, language)];
  return (
    <div className="code">
      <pre tabIndex={0} aria-label={label ?? `Code in ${language}`} role="region">
        <code>
          {parts.map(([kind, part], at) =>
            kind ? (
              <span key={at} className={`code-${kind}`}>
                {part}
              </span>
            ) : (
              part
            ),
          )}
        </code>
      </pre>
      <Copy text={text} />
    </div>
  );
}

function Copy({ text }: { readonly text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <button type="button" className="copy" onClick={() => void copy().catch(() => setCopied(false))}>
      {isCopied ? 'Copied' : 'Copy'}
    </button>
  );
}
