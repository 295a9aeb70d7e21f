import type { Page } from 'playwright-core';

/** A person types slower than a scanner. */
const TYPING_MS = 60;

/** Resolves when the field takes scans. */
export const readyToScan = (page: Page): Promise<void> => page.locator('input:focus').waitFor();

/** Sends a code as a scanner does: all keys at once, then Enter. */
export const scan = (page: Page, code: string): Promise<void> =>
  page.keyboard.type(code).then(() => page.keyboard.press('Enter'));

/** Types as a person does, and presses Enter unless told not to. */
export async function typed(page: Page, text: string, isEntered = true): Promise<void> {
  await page.keyboard.type(text, { delay: TYPING_MS });
  if (isEntered) await page.keyboard.press('Enter');
}
