import { access, readFile } from 'node:fs/promises';

const page = new URL('../docs/spec-gaps.md', import.meta.url);

it('every file that docs/spec-gaps.md names is there', async () => {
  const links = [...(await readFile(page, 'utf8')).matchAll(/\]\((.+?)\)/g)].map(([, link = '']) => link);
  const isThere = (link: string) =>
    access(new URL(link, page)).then(
      () => true,
      () => false,
    );
  const found = await Promise.all(links.map(async (link) => [link, await isThere(link)]));
  expect(found.filter(([, there]) => !there)).toEqual([]);
  expect(links).toContain('../libs/contracts/src/fields/dates.ts');
});
