import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** Returns the browser that CHROMIUM names, or else the first of the path. */
function chromiumPath(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const candidates = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [process.env['CHROMIUM'] ?? '', ...candidates].find(isExecutable);
}

/** Returns the browser. Without one it says what is left out, or fails where STOCKBOOK_REQUIRE_BROWSER is set. */
export function chromiumFor(what: string): string | undefined {
  const path = chromiumPath();
  if (path) return path;
  const sentence = `${what} is left out: there is no Chromium in the path, and CHROMIUM names none.`;
  if (process.env['STOCKBOOK_REQUIRE_BROWSER']) throw new Error(sentence);
  process.stderr.write(`${sentence}\n`);
  return undefined;
}

/** Returns what starts a browser: Chromium refuses its sandbox to root. */
export const chromiumOptions = () => ({
  executablePath: chromiumPath(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return Boolean(file);
  } catch {
    return false;
  }
}
