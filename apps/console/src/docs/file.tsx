import { files } from 'content:loaders';
import { Code } from './code.js';
import { useLoaded } from './loaded.js';

const LANGUAGES: Readonly<Record<string, string>> = {
  py: 'python',
  php: 'php',
  go: 'go',
  java: 'java',
  sh: 'sh',
  json: 'json',
};

/** A file of the repository to copy, as it is tested. */
export function FilePage({ name }: { readonly name: string }) {
  const text = useLoaded(`file ${name}`, files[name]!);
  return (
    <article className="prose wide">
      <p className="kicker">File</p>
      <h1>{name}</h1>
      <p>Copy this file into your project. It is tested as it is, against a running server.</p>
      <Code text={text} language={LANGUAGES[name.split('.').at(-1) ?? ''] ?? 'text'} label={name} />
    </article>
  );
}
