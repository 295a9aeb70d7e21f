import { buildPages, ok, type TestUser, World } from '@stockbook/testing';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { BrowserContext, Download, Page } from 'playwright-core';
import { TestBrowser } from '../browser.fixture.js';

const WIDTHS = { desk: 1280, phone: 390 };
/** The browser reports each refusal of the API, also where a test wants one. */
const REFUSAL = 'the server responded with a status of 4';

export interface Look {
  readonly width?: keyof typeof WIDTHS;
  readonly colorScheme?: 'light' | 'dark';
  readonly locale?: string;
}

export const sizeOf = (width: keyof typeof WIDTHS) => ({ width: WIDTHS[width], height: 900 });

/** The console of a server, as visitors see it. */
export class ServedConsole {
  private readonly signedIn = new Map<string, BrowserContext>();

  protected constructor(
    readonly url: string,
    private readonly browser: TestBrowser,
  ) {}

  static async of(url: string): Promise<ServedConsole> {
    buildPages();
    return new ServedConsole(url, await TestBrowser.open());
  }

  close(): Promise<void> {
    return this.browser.close();
  }

  /** Returns what the browser has complained of since the last time. */
  takeFaults(): string[] {
    return this.browser.faults.splice(0).filter((fault) => !fault.includes(REFUSAL) || fault.includes('/assets/'));
  }

  /** Opens an address below the server in a browser that knows nobody. */
  async visit(path: string, look?: Look): Promise<Page> {
    return this.browser.pageIn(await this.newContext(look), this.url + path);
  }

  /**
   * Opens an address below the console, signed in with a session that the browser keeps from an earlier visit. It
   * closes the pages of that visit, and forgets what they have kept of their looks.
   */
  async visitAs(user: TestUser, path = '', look: Look = {}): Promise<Page> {
    const name = JSON.stringify([user.credentials.api_key, look]);
    const known = this.signedIn.get(name);
    if (known) await this.browser.forgetPages(known, this.url);
    const context = known ?? (await this.signIn(user, look));
    this.signedIn.set(name, context);
    const page = await this.browser.pageIn(context, `${this.url}/console/${path}`);
    await page.getByRole('banner').first().waitFor();
    return page;
  }

  private async signIn({ api, credentials }: TestUser, look: Look): Promise<BrowserContext> {
    const { domain, api_key: apiKey } = credentials;
    // The same request within a second opens one session, and tells its secret once.
    const { session_id: session, session_secret } = ok(await api.setting.user.addSession({ name: randomUUID() }));
    const context = await this.newContext(look);
    const page = await this.browser.pageIn(context, `${this.url}/console/`);
    const kept = { domain, apiKey, session, hasPin: false, isLocked: false };
    const hmac = "{ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']";
    await page.evaluate(`crypto.subtle
      .importKey('raw', new TextEncoder().encode('${session_secret}'), ${hmac})
      .then((key) => new Promise((resolve, reject) => {
        const opening = indexedDB.open('stockbook', 1);
        opening.onsuccess = () => {
          const writing = opening.result.transaction('session', 'readwrite');
          writing.objectStore('session').put({ ...${JSON.stringify(kept)}, key }, 'session');
          writing.oncomplete = () => resolve(opening.result.close());
        };
        opening.onerror = reject;
      }))`);
    await page.close();
    return context;
  }

  private newContext({ width = 'desk', colorScheme = 'light', locale = 'en' }: Look = {}): Promise<BrowserContext> {
    return this.browser.newContext({ viewport: sizeOf(width), colorScheme, locale, reducedMotion: 'reduce' });
  }
}

/** The console of a world. */
export class Visitors extends ServedConsole {
  private constructor(
    readonly world: World,
    browser: TestBrowser,
  ) {
    super(world.url, browser);
  }

  static async open(): Promise<Visitors> {
    buildPages();
    const [world, browser] = await Promise.all([World.shared(), TestBrowser.open()]);
    return new Visitors(world, browser);
  }
}

/** Keeps a picture of the page where STOCKBOOK_SCREENSHOTS names a folder. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env['STOCKBOOK_SCREENSHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** Returns the lines of a downloaded CSV file. */
export async function linesOf(download: Download): Promise<string[]> {
  const text = await readFile(await download.path(), 'utf8');
  return text.trimEnd().split('\r\n');
}
