import { rename, stat, writeFile } from 'node:fs/promises';

/** Returns the time of the last change in ms, 0 if there is no such file. */
export const timeOf = async (file) => (await stat(file).catch(() => undefined))?.mtimeMs ?? 0;

/** Replaces a file in one step: others may build or run the same files at this moment. */
export async function replaceFile(file, content) {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, content);
  await rename(draft, file);
}
