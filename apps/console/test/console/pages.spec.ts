import { operations } from '@stockbook/contracts';
import type { TestUser } from '@stockbook/testing';
import { describeInBrowser, seriousFindings } from '../browser.fixture.js';
import { keepScreenshot, sizeOf, Visitors } from './console.fixture.js';
import { type Right, type Screen, SCREENS } from './screens.fixture.js';
import { SECRET_COST, stock, type Stocked } from './stocked.fixture.js';
import { Walk } from './walk.fixture.js';

const LOOKS = (['desk', 'phone'] as const).flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

/** All amounts that the cost of some pieces can make, as answers and as pages have them. */
const SECRETS = Array.from({ length: 150 }, (_, n) => SECRET_COST * (n + 1)).flatMap((amount) => [
  String(Number(amount.toFixed(4))),
  amount.toFixed(2),
]);
const COST_FIELD = /"(?!view_cost|has_cost)\w*(cost|margin|profit)\w*":/;
const isCostly = (text: string): boolean => {
  const plain = text.replaceAll(',', '');
  return COST_FIELD.test(text) || SECRETS.some((secret) => plain.includes(secret));
};

const RESOURCES = [...new Set([...operations.keys()].map((path) => path.split('/').slice(0, -1).join('/')))];
const NEEDS = [...new Set(SCREENS.flatMap(({ shows }) => shows.flatMap(([, ...needs]) => needs)))];
/** Rights that a page as a whole needs are missing alone; the others together with those of their kind. */
const ALONE = /item$|sale\/order$/;
const others = (pattern: RegExp) => NEEDS.filter((right) => !ALONE.test(right) && pattern.test(right));
const LACKING: readonly (readonly Right[])[] = [
  ...NEEDS.filter((right) => ALONE.test(right)).map((right) => [right]),
  others(/^access (inventory|sale)/),
  others(/^access (setting|integration|extension)/),
  others(/^modify/),
];
/** The browser reports the refusals that a page shows instead of what was asked for. */
const REFUSAL = 'The user may not';

describeInBrowser('every page of the console', () => {
  let visitors: Visitors;
  let owner: TestUser;
  let stocked: Stocked;
  let walk: Walk;

  beforeAll(async () => {
    visitors = await Visitors.open();
    owner = await visitors.world.account();
    stocked = await stock(visitors.world, owner);
    walk = await walkOf(owner);
  });
  afterAll(() => visitors.close());
  afterEach(() => expect(visitors.takeFaults().filter((fault) => !fault.includes(REFUSAL))).toEqual([]));

  const walkOf = async (user: TestUser) => new Walk(await visitors.visitAs(user), stocked);

  test('is named in the list of screens', async () => {
    const routes = await walk.page.evaluate<string[]>('Object.keys(__TSR_ROUTER__.routesByPath)');
    expect(routes.sort()).toEqual([...new Set(SCREENS.map(({ route }) => route))].sort());
  });

  test.each(SCREENS.map((screen) => [screen.name, screen] as const))('is accessible: %s', async (name, screen) => {
    const { page } = walk;
    await walk.show(screen);
    expect(await page.title()).toBe(`${await page.locator('h1').textContent()} - Stockbook`);
    for (const { width, colorScheme } of LOOKS) {
      await page.setViewportSize(sizeOf(width));
      await page.emulateMedia({ colorScheme });
      await keepScreenshot(page, `${name.replace(/\W+/g, '-')}-${colorScheme}-${width}`);
      expect([width, colorScheme, await seriousFindings(page)]).toEqual([width, colorScheme, []]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
    await page.setViewportSize(sizeOf('desk'));
    await page.emulateMedia({ colorScheme: 'light' });
  });

  /** Returns the screens that show a cost, or whose requests are answered with one. */
  async function costlyFor(user: TestUser, screens: readonly Screen[]): Promise<string[]> {
    const walk = await walkOf(user);
    const costly: string[] = [];
    for (const screen of screens) {
      await walk.show(screen);
      const [shown = '', ...answers] = await walk.texts();
      if (/\bcost\b/i.test(shown) || [shown, ...answers].some(isCostly)) costly.push(screen.name);
    }
    return costly;
  }

  test('shows cost to those who may see it, and none to others', async () => {
    const clerk = await visitors.world.colleague(owner, { access: ['*'], modify: ['*'], view_cost: false });
    expect(await costlyFor(clerk, SCREENS)).toEqual([]);
    const costly = ['items', 'item', 'ledger', 'stock: receive', 'order'];
    expect(
      await costlyFor(
        owner,
        SCREENS.filter(({ name }) => costly.includes(name)),
      ),
    ).toEqual(costly);
  });

  test.each(LACKING.map((rights) => [rights.join(', '), rights] as const))(
    'leaves out what needs these rights, and shows all else: %s',
    async (_, rights) => {
      const walk = await walkOf(await visitors.world.colleague(owner, allBut(rights)));
      const isLeftOut = ([, ...needs]: Screen['shows'][number]) => needs.some((right) => rights.includes(right));
      const wrong: string[] = [];
      for (const screen of SCREENS.filter(({ shows }) => shows.some(isLeftOut))) {
        const isWhole = isLeftOut(screen.shows[0]);
        await (isWhole ? walk.go(screen) : walk.show(screen, screen.shows.slice(0, 1)));
        for (const shown of screen.shows) {
          const found = walk.page.locator(shown[0]).first();
          if (!isLeftOut(shown)) await found.waitFor().catch(() => wrong.push(`${screen.name} lacks ${shown[0]}`));
          else if (await found.isVisible()) wrong.push(`${screen.name} shows ${shown[0]}`);
        }
      }
      expect(wrong).toEqual([]);
    },
  );
});

/** Returns the permission that lacks these rights alone. */
function allBut(rights: readonly Right[]) {
  const granted = (kind: 'access' | 'modify') =>
    RESOURCES.filter((resource) => !rights.includes(`${kind} ${resource}`));
  return { access: granted('access'), modify: granted('modify') };
}
