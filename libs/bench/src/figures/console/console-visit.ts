import { buildPages, chromiumOptions, connect } from '@stockbook/testing';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { Bench } from '../../bench.js';

const SIZE = { width: 1280, height: 900 };

/** Signs the owner of the account with the long lists in to the console, as people are: by a link and a password. */
export async function visitConsole<T>(bench: Bench, work: (page: Page) => Promise<T>): Promise<T> {
  buildPages();
  const { url } = bench.system;
  const api = connect(url, bench.lists.credentials);
  const { user_id } = await api.setting.user.whoami({});
  const { link = '' } = await api.setting.user.addEnrolment({ user_id });
  // The other figures start without a browser's library.
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch(chromiumOptions());
  try {
    const page = await browser.newPage({ viewport: SIZE, locale: 'en', reducedMotion: 'reduce' });
    await page.goto(url + link);
    await page.getByRole('textbox', { name: 'New password' }).fill(randomUUID());
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Items' }).waitFor();
    return await work(page);
  } finally {
    await browser.close();
  }
}
