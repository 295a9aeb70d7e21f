import { buildPages, ok, type TestUser, World } from '@stockbook/testing';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { TestBrowser } from '../browser.fixture.js';

const WIDTHS = { desk: 1280, phone: 390 };
/** The browser reports each refusal of the API, also where a test wants one. */
const REFUSAL = 'the server responded with a status of 4';

export interface Look {
  readonly width?: keyof typeof WIDTHS;
  readonly colorScheme?: 'light' | 'dark';
  readonly locale?: string;
}

/** The console of a world, as visitors see it. */
export class Visitors {
  private constructor(
    readonly world: World,
    private readonly browser: TestBrowser,
  ) {}

  static async open(): Promise<Visitors> {
    buildPages();
    const [world, browser] = await Promise.all([World.shared(), TestBrowser.open()]);
    return new Visitors(world, browser);
  }

  close(): Promise<void> {
    return this.browser.close();
  }

  /** Returns what the browser has complained of since the last time. */
  takeFaults(): string[] {
    return this.browser.faults.splice(0).filter((fault) => !fault.includes(REFUSAL) || fault.includes('/assets/'));
  }

  /** Opens an address below the server in a browser that knows nobody. */
  visit(path: string, { width = 'desk', colorScheme = 'light', locale = 'en' }: Look = {}): Promise<Page> {
    const viewport = { width: WIDTHS[width], height: 900 };
    return this.browser.page(this.world.url + path, { viewport, colorScheme, locale, reducedMotion: 'reduce' });
  }

  /** Opens an address below the console, signed in with a session that the browser keeps from an earlier visit. */
  async visitAs({ api, credentials: { domain, api_key: apiKey } }: TestUser, path = '', look?: Look): Promise<Page> {
    // The same request within a second opens one session, and tells its secret once.
    const { session_id: session, session_secret } = ok(await api.setting.user.addSession({ name: randomUUID() }));
    const page = await this.visit('/console/', look);
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
    await page.goto(`${this.world.url}/console/${path}`);
    await page.getByRole('banner').waitFor();
    return page;
  }
}

/** Keeps a picture of the page where STOCKBOOK_SCREENSHOTS names a folder. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env['STOCKBOOK_SCREENSHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
