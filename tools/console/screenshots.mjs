// Takes pictures of the pages of the console with the demo year: in two widths, light and dark, wide, and in
// Vietnamese. It fails where a page does not show or the browser reports an error.
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
const { link, origin, call, close } = await openDemo();
const screens = await screensOf(call);
await mkdir(folder, { recursive: true });
const browser = await chromium.launch(chromiumOptions());
const faults = [];
for (const look of LOOKS) {
  const isWanted = ({ name }) => !pictures.length || pictures.includes(`${name}-${look.name}`);
  const wanted = screens.filter(isWanted);
  if (wanted.length) await takeAll(wanted, look);
}
await browser.close();
await close();
if (faults.length) throw new Error(`The browser reported: ${faults.join('\n')}`);

async function takeAll(wanted, { name: look, width, colorScheme, locale }) {
  const viewport = { width, height: 900 };
  const context = await browser.newContext({ viewport, colorScheme, locale, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(`${page.url()}: ${message.text()}`);
  });
  const take = async ({ name, path, prepare }) => {
    await page.goto(`${origin}/console/${path}`, { waitUntil: 'networkidle' });
    await page.locator('h1').first().waitFor();
    await prepare?.(page);
    const file = `${name}-${look}.png`;
    await page.screenshot({ path: join(folder, file), fullPage: !values.viewport });
    console.log(file);
  };
  for (const screen of wanted.filter(({ isPublic }) => isPublic)) await take(screen);
  // The link alone would only change the hash of the page that is open.
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByRole('banner').waitFor();
  for (const screen of wanted.filter(({ isPublic }) => !isPublic)) await take(screen);
  await context.close();
}
