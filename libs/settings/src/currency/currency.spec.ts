import { currencyChanged, SYSTEM } from '@stockbook/contracts';
import { factsOf, failure, ok, refused, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (user = await world.account()));

type Currencies = TestUser['api']['setting']['currency'];
const currencies = (): Currencies => user.api.setting.currency;
const list = async (input: Parameters<Currencies['get']>[0] = {}) => ok(await currencies().get(input)).currencies;
const add = async (input: Parameters<Currencies['add']>[0]) => ok(await currencies().add(input)).currency_id;
/** An account begins with US dollars. */
const baseId = async () => (await list())[0]?.currency_id ?? 0;

describe('a currency', () => {
  it('is the base currency in a new account', async () => {
    const currency_id = await baseId();
    const [record] = await list();
    expect(record).toEqual({
      currency_id,
      code: 'USD',
      symbol_left: '',
      symbol_right: '',
      decimal_place: 2,
      value: 1,
      revision: 1,
      date_modified: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
    const payload = { change: 'added', actor: SYSTEM, record, previous: {} };
    expect(await factsOf(world, user.account_id, currencyChanged)).toEqual([
      { aggregate_id: currency_id, sequence: 1, payload },
    ]);
  });

  it.each([0.000_000_01, 1_234_567.123_456_78, 0.1, 151.123_456_78])('keeps the rate %d exactly', async (value) => {
    const currency_id = await add({ code: 'JPY', value });
    expect(await list({ currency_id })).toMatchObject([{ value }]);
  });

  it.each([
    [{ value: 0 }, 'value must be greater than 0.'],
    [{ value: -1 }, 'value must be greater than 0.'],
    [{ value: 0.000_000_001 }, 'value must be a number with at most 7 digits and 8 decimals.'],
    [{ value: 10_000_000 }, 'value must be a number with at most 7 digits and 8 decimals.'],
    [{ code: 'eur' }, 'code must be a currency code of three capital letters, like USD.'],
    [{ code: 'EU' }, 'code must be a currency code of three capital letters, like USD.'],
    [{ decimal_place: 9 }, 'decimal_place must be an integer from 0 to 8.'],
  ])('is refused with %j', async (wrong, message) => {
    expect(refused(await currencies().add({ code: 'EUR', value: 1.5, ...wrong }))).toEqual([message]);
    expect(refused(await currencies().edit({ currency_id: await add({ code: 'EUR', value: 1 }), ...wrong }))).toEqual([
      message,
    ]);
  });

  it('has a code of its own among the living ones', async () => {
    const currency_id = await add({ code: 'EUR', value: 1.5 });
    const other = await add({ code: 'SGD', value: 1.3 });
    const taken = [{ code: 'duplicate', message: 'There is already a currency EUR.' }];
    expect(failure(await currencies().add({ code: 'EUR', value: 2 })).error_details).toEqual(taken);
    expect(failure(await currencies().edit({ currency_id: other, code: 'EUR' })).error_details).toEqual(taken);
    ok(await currencies().delete({ currency_id }));
    await add({ code: 'EUR', value: 2 });
  });
});

describe('the base currency', () => {
  it('keeps its code and its value, and changes otherwise', async () => {
    const currency_id = await baseId();
    expect(refused(await currencies().edit({ currency_id, code: 'EUR', value: 2 }))).toEqual([
      'code must stay USD: USD is the base currency of the company.',
      'value must be 1: USD is the base currency of the company.',
    ]);
    ok(await currencies().edit({ currency_id, code: 'USD', value: 1, symbol_left: '$' }));
    expect(await list()).toMatchObject([{ code: 'USD', value: 1, symbol_left: '$' }]);
  });

  it('is not deleted', async () => {
    const currency_id = await baseId();
    expect(failure(await currencies().delete({ currency_id })).error_details).toEqual([
      {
        code: 'in_use',
        field: 'currency_id',
        message: `Currency ${currency_id} (USD) is still the base currency of the company.`,
      },
    ]);
  });

  it('always has the value 1, also when it is chosen while its rate changes', async () => {
    for (const code of ['EUR', 'SGD', 'JPY', 'GBP', 'CHF', 'CAD', 'AUD', 'NZD']) {
      const currency_id = await add({ code, value: 1 });
      const replies = await Promise.all([
        currencies().edit({ currency_id, value: 1.5 }),
        user.api.setting.company.edit({ currency: code }),
      ]);
      expect(replies.filter(({ error }) => error)).toHaveLength(1);
      const { settings } = ok(await user.api.setting.company.get({}));
      const base = (await list({ limit: 100 })).find((each) => each.code === settings.currency);
      expect(base?.value).toBe(1);
    }
  });
});
