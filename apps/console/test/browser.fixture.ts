import { chromiumFor, chromiumOptions } from '@stockbook/testing';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Response,
} from 'playwright-core';

const browser = chromiumFor('A spec of the pages');

/** This module outlives a spec file, and each file has a `describe` of its own. */
export const describeInBrowser = (name: string, tests: () => void): void =>
  (browser ? describe : describe.skip)(name, tests);

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** A browser whose pages report each error and each violation of the content security policy. */
export class TestBrowser {
  readonly faults: string[] = [];
  readonly responses: Response[] = [];

  private constructor(private readonly browser: Browser) {}

  static async open(): Promise<TestBrowser> {
    return new TestBrowser(await chromium.launch(chromiumOptions()));
  }

  close(): Promise<void> {
    return this.browser.close();
  }

  newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    return this.browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  }

  async page(url: string, options?: BrowserContextOptions): Promise<Page> {
    return this.pageIn(await this.newContext(options), url);
  }

  async pageIn(context: BrowserContext, url: string): Promise<Page> {
    const page = await context.newPage();
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.faults.push(`${page.url()}: ${message.text()}`);
    });
    page.on('response', (response) => this.responses.push(response));
    page.on('pageerror', (error) => this.faults.push(`${page.url()}: ${error.message}`));
    await page.goto(url);
    await page.locator('h1').first().waitFor();
    return page;
  }

  /** Closes the pages of a context, and empties the local storage that they have shared. */
  async forgetPages(context: BrowserContext, origin: string): Promise<void> {
    await Promise.all(context.pages().map((page) => page.close()));
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' });
    await page.close();
  }
}

/** Axe leaves this rule of WCAG 2.2 AA off by default. */
const RULES = JSON.stringify({ 'target-size': { enabled: true } });

/** Returns the serious and critical findings of axe. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const script = `axe.run(document, { resultTypes: ['violations'], rules: ${RULES} })
    .then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ' ' + target + ' ' + failureSummary)))`;
  return page.evaluate(script);
}
