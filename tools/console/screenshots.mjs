// Takes pictures of the console with the demo year, and of the documentation: in two widths, light and dark, wide, and
// in Vietnamese. It fails where a page does not show or the browser reports an error.
// node tools/console/screenshots.mjs [--viewport] FOLDER [PICTURE]...
// --viewport leaves out what a person would scroll to; a picture is called like item-1280-light.
import { chromiumOptions } from '@stockbook/testing';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { openDemo } from './demo.mjs';
import { screensOf } from './screens.mjs';

const { values, positionals } = parseArgs({ options: { viewport: { type: 'boolean' } }, allowPositionals: true });
const [folder, ...pictures] = positionals;
if (!folder) throw new Error('Say which folder gets the pictures: npm run screenshots -- FOLDER.');
const LOOKS = [
  ...['light', 'dark'].flatMap((colorScheme) => [
    { name: `1280-${colorScheme}`, width: 1280, colorScheme, locale: 'en' },
    { name: `390-${colorScheme}`, width: 390, colorScheme, locale: 'en' },
  ]),
  { name: '1920-light', width: 1920, colorScheme: 'light', locale: 'en' },
  { name: '390-vi', width: 390, colorScheme: 'light', locale: 'vi' },
];
const { newLink, origin, call, close } = await openDemo();
const screens = await screensOf(call, newLink);
await mkdir(folder, { recursive: true });
const browser = await chromium.launch(chromiumOptions());
const faults = [];
for (const look of LOOKS) {
  const isWanted = ({ name }) => !pictures.length || pictures.includes(`${name}-${look.name}`);
  const wanted = screens.filter(isWanted);
  // Nobody is signed in before such a page, whatever the one before has done.
  for (const screen of wanted.filter(({ isPublic }) => isPublic)) await takeAll([screen], look);
  const others = wanted.filter(({ isPublic }) => !isPublic);
  if (others.length) await takeAll(others, look, await newLink());
}
await browser.close();
await close();
if (faults.length) throw new Error(`The browser reported: ${faults.join('\n')}`);

async function takeAll(wanted, { name: look, width, colorScheme, locale }, signIn) {
  const viewport = { width, height: 900 };
  const context = await browser.newContext({ viewport, colorScheme, locale, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    // The dialog of a conflict shows a refusal.
    const isFault = ['error', 'warning'].includes(message.type()) && !message.text().includes('status of 409');
    if (isFault) faults.push(`${page.url()}: ${message.text()}`);
  });
  if (signIn) {
    await page.goto(signIn);
    await page.getByRole('banner').waitFor();
  }
  for (const { name, path, prepare } of wanted) {
    await page.setViewportSize(viewport);
    await page.goto(new URL(path, `${origin}/console/`).href, { waitUntil: 'networkidle' });
    await page.locator('h1').first().waitFor();
    await prepare?.(page);
    await page.waitForLoadState('networkidle');
    // A dialog stands over the visible part of its page.
    if (!values.viewport && !(await page.getByRole('dialog').count())) await showWhole(page, width);
    const file = `${name}-${look}.png`;
    await page.screenshot({ path: join(folder, file), animations: 'disabled' });
    console.log(file);
  }
  await context.close();
}

/** Makes the window as high as its page: what keeps its place in the window is as high, and all pictures load. */
async function showWhole(page, width) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height });
  // The browser loads no lazy picture of the pages that a locked session hides.
  await page.waitForFunction(() => [...document.images].every((image) => image.complete || !image.checkVisibility()));
}
