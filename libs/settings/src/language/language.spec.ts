import { failure, ok, refused, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (user = await world.account()));

type Languages = TestUser['api']['setting']['language'];
const languages = (): Languages => user.api.setting.language;
const add = async (code: string) => ok(await languages().add({ name: code, code })).language_id;
/** An account begins with English. */
const english = async () => ok(await languages().get({})).languages[0]!;

test("a new account has its company's language", async () => {
  expect(ok(await user.api.setting.company.get({})).settings.language).toBe('en');
  expect(await english()).toMatchObject({ name: 'English', code: 'en', locale: 'en', sort_order: 0, status: true });
});

test('has a code of its own among the living ones', async () => {
  const language_id = await add('fr');
  const taken = [{ code: 'duplicate', message: 'There is already a language fr.' }];
  expect(failure(await languages().add({ name: 'French', code: ' fr ' })).error_details).toEqual(taken);
  expect(failure(await languages().edit({ language_id: await add('de'), code: 'fr' })).error_details).toEqual(taken);
  ok(await languages().delete({ language_id }));
  await add('fr');
});

describe('the language of the company', () => {
  it('keeps its code, and changes otherwise', async () => {
    const { language_id } = await english();
    expect(refused(await languages().edit({ language_id, code: 'en-US' }))).toEqual([
      'code must stay en: it is the language of the company.',
    ]);
    ok(await languages().edit({ language_id, code: 'en', locale: 'en-US' }));
    expect(await english()).toMatchObject({ code: 'en', locale: 'en-US' });
  });

  it('is not deleted', async () => {
    const { language_id } = await english();
    const [code, field] = ['in_use', 'language_id'];
    const message = `Language ${language_id} (en) is still the language of the company.`;
    expect(failure(await languages().delete({ language_id })).error_details).toEqual([{ code, field, message }]);
    await add('fr');
    ok(await user.api.setting.company.edit({ language: 'fr' }));
    ok(await languages().delete({ language_id }));
  });
});

test('is not deleted while items are translated into it: ten of them are named, and how many more', async () => {
  const language_id = await add('fr');
  const ids: number[] = [];
  for (let i = 0; i < 12; i++)
    ids.push(ok(await user.api.inventory.item.add({ name: `Mug ${i}`, translations: [{ language_id }] })).item_id);
  const beginning = `Language ${language_id} is still the language of translations of`;
  expect(refused(await languages().delete({ language_id }))).toEqual([
    ...ids.slice(0, 10).map((id, i) => `${beginning} item ${id} (Mug ${i}).`),
    `${beginning} 2 more items.`,
  ]);
  for (const item_id of ids) ok(await user.api.inventory.item.delete({ item_id }));
  ok(await languages().delete({ language_id }));
});
