import { currencyChanged, SYSTEM } from '@stockbook/contracts';
import { factsOf, ok, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
beforeAll(async () => void (world = await World.open()));
beforeEach(async () => void (user = await world.account()));
afterAll(() => world.close());

type Request = Parameters<TestUser['api']['setting']['currency']['get']>[0];
const list = async (input: Request = {}) => ok(await user.api.setting.currency.get(input));
const codesOf = async (input: Request) => (await list(input)).currencies.map(({ code }) => code);

describe('currencies', () => {
  it('begin with the base currency', async () => {
    expect(await list()).toEqual({
      total: 1,
      currencies: [
        {
          currency_id: expect.any(Number),
          code: 'USD',
          symbol_left: '',
          symbol_right: '',
          decimal_place: 2,
          value: 1,
          date_modified: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        },
      ],
    });
  });

  it('show all that was given', async () => {
    const given = { code: 'JPY', symbol_left: '¥', symbol_right: ' yen', decimal_place: 0, value: 151.12345678 };
    const id = await world.provisioning.addCurrency(user.account_id, given);
    expect((await list({ currency_id: id })).currencies).toMatchObject([{ ...given, currency_id: id }]);
    const other = await world.account();
    expect(ok(await other.api.setting.currency.get({ currency_id: id })).total).toBe(0);
  });

  it('are published when they are added', async () => {
    const currency_id = await world.provisioning.addCurrency(user.account_id, { code: 'EUR', value: 1.5 });
    const [record] = (await list({ currency_id })).currencies;
    const payload = { change: 'added', actor: SYSTEM, record, previous: {} };
    expect(await factsOf(world, user.account_id, currencyChanged, currency_id)).toEqual([
      { aggregate_id: currency_id, sequence: 1, payload },
    ]);
  });

  it('are sorted by each key both ways, and come in pages', async () => {
    for (const code of ['SGD', 'EUR']) await world.provisioning.addCurrency(user.account_id, { code, value: 1.5 });
    const { source } = world.assembly.running.settings.db;
    for (const [code, day] of [
      ['USD', 2],
      ['SGD', 3],
      ['EUR', 1],
    ])
      await source.query('UPDATE settings.currency SET date_modified = $3 WHERE account_id = $1 AND code = $2', [
        user.account_id,
        code,
        `2026-01-0${day}T00:00:00Z`,
      ]);
    const expected = { code: ['EUR', 'SGD', 'USD'], date_modified: ['EUR', 'USD', 'SGD'] };
    for (const sort of ['code', 'date_modified'] as const) {
      expect(await codesOf({ sort, order: 'ASC' })).toEqual(expected[sort]);
      expect(await codesOf({ sort })).toEqual(expected[sort].toReversed());
    }
    expect(await codesOf({})).toEqual(['EUR', 'SGD', 'USD']);
    expect(await codesOf({ limit: 2, page: 2 })).toEqual(['USD']);
  });
});
