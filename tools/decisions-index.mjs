// Writes docs/decisions/README.md: each decision by its number and its title.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../docs/decisions/', import.meta.url));

const HEAD = `# Decisions

Why Stockbook is built so, and what was left out. Each file says what is true now: a decision that changes is rewritten,
and git has its former text. A further one takes the next number, and \`node tools/decisions-index.mjs\` writes this
list.

`;

/** Returns the files of decisions in the order of their numbers. */
export const decisions = () => readdirSync(folder).filter((file) => /^\d{4}-.+\.md$/.test(file));

export function decisionsIndex() {
  const rows = decisions().map((file) => {
    const [, number, title] = /^# (\d+)\. (.+)$/m.exec(readFileSync(`${folder}${file}`, 'utf8')) ?? [];
    return `${number}. [${title}](${file})\n`;
  });
  return HEAD + rows.join('');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(`${folder}README.md`, decisionsIndex());
