import type { Page } from 'playwright-core';
import type { Bench } from '../../bench.js';
import type { Figure, Measured } from '../../figure.js';
import { percentile } from '../../percentiles.js';
import { visitConsole } from './console-visit.js';

const VISITS = 20;
const NAVIGATIONS = 200;
/** A quick typist types a key in this time. */
const KEY_MS = 200;
const TYPED = { items: ['teapot 471', 'model-50', 'green lamp'], orders: ['barbara', 'buyer471', '+1 555 00'] };

type List = keyof typeof TYPED;

export const consoleFigures: readonly Figure[] = [
  ...(['items', 'orders'] as const).flatMap((list): Figure[] => [
    figureOf(`console_${list}_shown`, 'ms', (bench) => shown(bench, list)),
    figureOf(`console_${list}_typed`, 'ms', (bench) => typed(bench, list)),
  ]),
  figureOf('console_growth', 'kB', growth),
];

function figureOf(name: string, unit: string, measure: Figure['measure']): Figure {
  return { name, unit, needs: ['items', 'orders'], isOnRequest: true, measure };
}

const lasting = (times_ms: readonly number[]): Measured => ({
  value: percentile(times_ms, 0.5),
  latencies_ms: times_ms,
});

/** Measures from the opening of the address, with the pages' files in the browser's cache, to the painted rows. */
const shown = (bench: Bench, list: List): Promise<Measured> =>
  visitConsole(bench, async (page) => {
    await page.addInitScript(PAINTED);
    const times: number[] = [];
    for (let visit = 0; visit < VISITS; visit++) {
      await page.goto(`${bench.system.url}/console/${list}`);
      times.push(await page.evaluate<number>('painted(() => true)'));
    }
    return lasting(times);
  });

/** Measures from each key that is pressed to the painted rows that match all keys so far. */
const typed = (bench: Bench, list: List): Promise<Measured> =>
  visitConsole(bench, async (page) => {
    await page.addInitScript(PAINTED);
    const times: number[] = [];
    for (const text of TYPED[list]) {
      await page.goto(`${bench.system.url}/console/${list}`);
      await page.evaluate('painted(() => true)');
      await page.getByRole('searchbox').focus();
      for (const key of text) times.push(await timeOf(page, key));
    }
    return lasting(times);
  });

async function timeOf(page: Page, key: string): Promise<number> {
  await page.keyboard.press(key);
  const time_ms = await page.evaluate<number>('keyPainted()');
  await page.waitForTimeout(Math.max(0, KEY_MS - time_ms));
  return time_ms;
}

/** Measures how much the memory that JavaScript uses has grown in the second half of the visits. */
function growth(bench: Bench): Promise<Measured> {
  return visitConsole(bench, async (page) => {
    const cdp = await page.context().newCDPSession(page);
    const used = async () => {
      await cdp.send('HeapProfiler.collectGarbage');
      return (await cdp.send('Runtime.getHeapUsage')).usedSize / 1_000;
    };
    const usedAt: number[] = [];
    for (let visit = 0; visit <= NAVIGATIONS; visit++) {
      if (visit % (NAVIGATIONS / 2) === 0) usedAt.push(await used());
      await page.getByRole('link', { name: visit % 2 ? 'Items' : 'Orders', exact: true }).click();
      await page.locator('tbody a').first().click();
      await page.locator('h1').first().waitFor();
    }
    const [first = 0, half = 0, last = 0] = usedAt.map(Math.round);
    return { value: last - half, notes: [`${first}, ${half} and ${last} kB used after 0, 100 and 200 visits`] };
  });
}

/** Functions of the page: rows are painted when the list has some, nothing loads, and a frame has passed. */
const PAINTED = `
  const isSettled = () => document.querySelector('tbody tr') && !document.querySelector('[aria-label="Loading"]');
  window.painted = (isNew) => new Promise((resolve, reject) => {
    const end = performance.now() + 10_000;
    const look = () => {
      const next = isSettled() && isNew() ? () => resolve(performance.now()) : look;
      if (performance.now() > end) reject(new Error('The list is not painted in 10 s: ' + location));
      else requestAnimationFrame(next);
    };
    look();
  });
  addEventListener('keydown', ({ timeStamp }) => (window.keyAt = timeStamp), { capture: true });
  const isAsked = () => {
    const typed = document.querySelector('[type=search]').value.trim();
    const q = new URLSearchParams(location.search).get('q') ?? '';
    return typed === (q.startsWith('"') ? JSON.parse(q) : q);
  };
  window.keyPainted = () => painted(isAsked).then((time) => time - keyAt);
`;
