import { OWN_RELEASE } from '@stockbook/process';
import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { ConstantFile } from './constant-file.js';
import { NoncedPage } from './nonced-page.js';

const BUILT = join(OWN_RELEASE, 'apps/console/dist');
/** The list that the build writes last. */
const LIST = join(BUILT, 'pages.json');

export type PageName = 'console' | 'docs';
type Page = Pick<ConstantFile, 'send'>;

interface List {
  /** The addresses of each page, below its own. The star stands for all those that the page judges itself. */
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
  '.wasm': 'application/wasm',
};
/** No known address has more parts than this, and each depth is a file that is kept. */
const DEEPEST = 8;
const FOR_EVER = 'public, max-age=31536000, immutable';
const HARDENED = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' };

interface Sources {
  readonly scripts: string;
  readonly styles: string;
  readonly images: string;
}

const policyWith = ({ scripts, styles, images }: Sources): string =>
  [
    "default-src 'none'",
    `script-src 'self'${scripts}`,
    ...['font-src', 'connect-src', 'manifest-src'].map((name) => `${name} 'self'`),
    `style-src 'self'${styles}`,
    `img-src 'self' data:${images}`,
    ...['base-uri', 'form-action', 'frame-ancestors', 'object-src'].map((name) => `${name} 'none'`),
  ].join('; ');
const UNUSED = 'geolocation=(), microphone=(), payment=()';
const PAGE_HEADERS = {
  ...HARDENED,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policyWith({ scripts: '', styles: '', images: '' }),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': `camera=(), ${UNUSED}`,
  'referrer-policy': 'no-referrer',
};
/**
 * The pictures of items may lie anywhere, and those to upload are shown before. The camera reads barcodes with a
 * WebAssembly module of this server where the browser has no reader.
 */
const headersWith = (nonce: string) => ({
  ...PAGE_HEADERS,
  'content-security-policy': policyWith({
    scripts: " 'wasm-unsafe-eval'",
    styles: ` 'nonce-${nonce}'`,
    images: ' blob: https:',
  }),
  'permissions-policy': `camera=(self), ${UNUSED}`,
});

interface Address {
  /** Undefined while the page is not built, and far below all known addresses. */
  readonly file?: Page;
  /** Programs get the page at such addresses too. */
  readonly isKnown: boolean;
  readonly status: number;
}

/**
 * The pages of apps/console as they are built. A build that ends while the process runs is taken over, because
 * `npm start` builds them when it is ready.
 */
export class BuiltPages {
  readonly headersOfUnbuilt = { ...PAGE_HEADERS, 'cache-control': 'no-store', refresh: '2', 'retry-after': '2' };
  private readonly files = new Map<string, Promise<Page>>();
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

  async page(name: PageName, path: string): Promise<Address> {
    await this.refresh();
    const addresses = this.list.pages?.[name];
    if (!addresses) return { isKnown: true, status: 503 };
    const below = path.slice(1).split('/').slice(1);
    const isKnown = addresses.includes(below.join('/').replace(/\/$/, ''));
    const status = isKnown || addresses.includes('*') ? 200 : 404;
    const depth = below.length;
    if (depth > DEEPEST) return { isKnown, status };
    return { file: await this.made(`${name}.html/${depth}`, () => pageAt(`${name}.html`, depth)), isKnown, status };
  }

  /** Returns undefined if no build has such a file. */
  async asset(name: string): Promise<Page | undefined> {
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

  private made(name: string, make: () => Promise<Page>): Promise<Page> {
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
async function pageAt(file: string, depth: number): Promise<Page> {
  const assets = depth ? `${'../'.repeat(depth)}assets/` : './assets/';
  const html = (await readFile(join(BUILT, file), 'utf8')).replaceAll('./assets/', assets);
  if (NoncedPage.isMeantFor(html)) return new NoncedPage(html, headersWith);
  return ConstantFile.of(Buffer.from(html), PAGE_HEADERS);
}

const escape = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
