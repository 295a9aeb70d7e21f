import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Files } from './generator.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** The files of this repository, with what is written kept in memory. */
export class WrittenFiles implements Files {
  readonly root = root;
  readonly written = new Map<string, string>();

  exists(file: string): boolean {
    return this.written.has(file) || existsSync(`${root}/${file}`);
  }
  read(file: string): string {
    return this.written.get(file) ?? readFileSync(`${root}/${file}`, 'utf8');
  }
  write(file: string, text: string): void {
    this.written.set(file, text);
  }
  children(folder: string): string[] {
    const written = [...this.written.keys()].filter((file) => file.startsWith(`${folder}/`));
    return [...readdirSync(`${root}/${folder}`), ...written.map((file) => file.slice(folder.length + 1))];
  }
}
