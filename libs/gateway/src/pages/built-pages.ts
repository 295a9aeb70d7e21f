import { OWN_RELEASE } from '@stockbook/process';
import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { ConstantFile } from './constant-file.js';

const BUILT = join(OWN_RELEASE, 'apps/console/dist');
/** The list that the build writes last. */
const LIST = join(BUILT, 'pages.json');

export type PageName = 'docs';

interface List {
  /** The addresses of each page, below its own. */
  readonly pages?: Readonly<Record<PageName, readonly string[]>>;
  /** The names of the assets, each with the hash of its content. */
  readonly files: readonly string[];
  /** The reason why the last build failed. */
  readonly failure?: string;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};
/** No known address has more parts than this, and each depth is a file that is kept. */
const DEEPEST = 8;
const FOR_EVER = 'public, max-age=31536000, immutable';
const HARDENED = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' };

const POLICY = [
  "default-src 'none'",
  ...['script-src', 'style-src', 'font-src', 'connect-src', 'manifest-src'].map((name) => `${name} 'self'`),
  "img-src 'self' data:",
  ...['base-uri', 'form-action', 'frame-ancestors', 'object-src'].map((name) => `${name} 'none'`),
].join('; ');
const PAGE_HEADERS = {
  ...HARDENED,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'referrer-policy': 'no-referrer',
};

/**
 * The pages of apps/console as they are built. A build that ends while the process runs is taken over, because
 * `npm start` builds them when it is ready.
 */
export class BuiltPages {
  readonly headersOfUnbuilt = { ...PAGE_HEADERS, 'cache-control': 'no-store', refresh: '2', 'retry-after': '2' };
  private readonly files = new Map<string, Promise<ConstantFile>>();
  private list: List = { files: [] };
  private listed_at = 0;

  /** The page for the time in which there is none. It loads itself again. */
  get unbuiltPage(): string {
    const { failure } = this.list;
    const reason = failure ? `The build of this page has failed: ${failure}` : 'This page is being built.';
    return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<title>Stockbook</title><h1>Stockbook</h1><p>${escape(reason)}</p>
<p>It appears here in a few seconds. <code>npm start</code> builds it when the server is ready; elsewhere
<code>npm run build:console</code> does.</p></html>`;
  }

  /** Returns the page for an address. Its file is undefined while it is not built, and for unknown addresses. */
  async page(name: PageName, path: string): Promise<{ file?: ConstantFile; isKnown: boolean }> {
    await this.refresh();
    const addresses = this.list.pages?.[name];
    if (!addresses) return { isKnown: true };
    const below = path.slice(1).split('/').slice(1);
    const isKnown = addresses.includes(below.join('/').replace(/\/$/, ''));
    const depth = below.length;
    if (depth > DEEPEST) return { isKnown };
    return { file: await this.made(`${name}.html/${depth}`, () => pageAt(`${name}.html`, depth)), isKnown };
  }

  /** Returns undefined if no build has such a file. */
  async asset(name: string): Promise<ConstantFile | undefined> {
    if (!this.list.files.includes(name)) await this.refresh();
    if (!this.list.files.includes(name)) return undefined;
    return this.made(name, async () =>
      ConstantFile.of(await readFile(join(BUILT, 'assets', name)), {
        ...HARDENED,
        'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
        'cache-control': FOR_EVER,
      }),
    );
  }

  private made(name: string, make: () => Promise<ConstantFile>): Promise<ConstantFile> {
    const known = this.files.get(name);
    if (known) return known;
    const file = make();
    this.files.set(name, file);
    file.catch(() => this.files.delete(name));
    return file;
  }

  private async refresh(): Promise<void> {
    const { mtimeMs } = await stat(LIST).catch(() => ({ mtimeMs: 0 }));
    if (mtimeMs === this.listed_at) return;
    this.list = JSON.parse(await readFile(LIST, 'utf8').catch(() => '{"files":[]}'));
    this.listed_at = mtimeMs;
    this.files.clear();
  }
}

/** The page names its assets by relative addresses, which depend on the depth of its own. */
async function pageAt(file: string, depth: number): Promise<ConstantFile> {
  const html = await readFile(join(BUILT, file), 'utf8');
  const assets = depth ? `${'../'.repeat(depth)}assets/` : './assets/';
  return ConstantFile.of(Buffer.from(html.replaceAll('./assets/', assets)), PAGE_HEADERS);
}

const escape = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
