import { companyChanged, SYSTEM } from '@stockbook/contracts';
import { eventually, factsOf, failure, ok, refused, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (user = await world.account('Asia/Singapore')));

const company = () => user.api.setting.company;
const settings = async () => ok(await company().get({})).settings;

const untouched = {
  name: 'Test shop',
  address: '',
  telephone: '',
  email: '',
  registration_no: '',
  tax_no: '',
  currency: 'USD',
  timezone: 'Asia/Singapore',
  language: 'en',
  logo: '',
  weight_unit: 'kg',
  length_unit: 'cm',
  inventory_integrity: false,
  allow_negative_stock: false,
  default_order_status_id: 0,
  default_location_id: 0,
  audit_days: 180,
};

describe('the company', () => {
  it('is there from the beginning', async () => {
    expect(await settings()).toEqual({ ...untouched, revision: 1 });
  });

  it('changes each setting, and keeps what is absent', async () => {
    ok(await user.api.setting.currency.add({ code: 'SGD', value: 1 }));
    ok(await user.api.setting.language.add({ name: 'Français', code: 'fr' }));
    const status = ok(await user.api.setting.order_status.add({ name: 'New' })).order_status_id;
    const location = ok(await user.api.inventory.location.add({ name: 'Store' })).location_id;
    const changes = {
      name: 'Rose & Co',
      address: '1 High Street',
      telephone: '+65 1234',
      email: 'shop@rose.example',
      registration_no: 'R-1',
      tax_no: 'T-1',
      currency: 'SGD',
      timezone: 'Europe/Paris',
      language: 'fr',
      logo: 'https://rose.example/logo.png',
      weight_unit: 'kg',
      length_unit: 'cm',
      inventory_integrity: true,
      allow_negative_stock: true,
      default_order_status_id: status,
      default_location_id: location,
      audit_days: 365,
    } as const;
    expect(ok(await company().edit(changes))).toEqual({ success: true });
    expect(await settings()).toEqual({ ...changes, revision: 2 });
    ok(await company().edit({ telephone: '' }));
    expect(await settings()).toEqual({ ...changes, telephone: '', revision: 3 });
    ok(await company().edit({}));
    expect(await settings()).toEqual({ ...changes, telephone: '', revision: 3 });
  });

  it('of another account stays as it is', async () => {
    const other = await world.account();
    ok(await company().edit({ name: 'Mine' }));
    expect(ok(await other.api.setting.company.get({})).settings.name).toBe('Test shop');
  });

  it('publishes each change with the whole record, and none for an edit that changes nothing', async () => {
    const before = ok(await company().get({})).settings;
    ok(await company().edit({ allow_negative_stock: true, name: 'Rose', weight_unit: 'kg' }));
    ok(await company().edit({ name: 'Rose' }));
    const record = { ...before, allow_negative_stock: true, name: 'Rose', revision: 2 };
    const actor = expect.objectContaining({ user_id: user.user_id, username: 'owner' });
    const previous = { name: 'Test shop', allow_negative_stock: false };
    expect(await factsOf(world, user.account_id, companyChanged)).toEqual([
      expect.objectContaining({
        sequence: 1,
        payload: { change: 'added', actor: SYSTEM, record: expect.any(Object), previous: {} },
      }),
      { aggregate_id: user.account_id, sequence: 2, payload: { change: 'edited', actor, record, previous } },
    ]);
  });

  it('decides in which zone dates are read', async () => {
    const status = ok(await user.api.setting.order_status.add({ name: 'New' })).order_status_id;
    await world.assembly.running.settings.db.source.query(
      `UPDATE settings.order_status SET date_modified = '2026-01-01T00:00:00Z' WHERE order_status_id = $1`,
      [status],
    );
    const found = async () =>
      ok(await user.api.setting.order_status.get({ filter_date_modified: '2026-01-01 05:00:00' })).total;
    expect(await found()).toBe(1);
    ok(await company().edit({ timezone: 'UTC' }));
    await eventually(async () => (await found()) === 0);
  });
});

describe('a change of the company is refused', () => {
  it('with what does not exist, all of it at once', async () => {
    const wrong = {
      timezone: 'Mars/Base',
      currency: 'XYZ',
      language: 'xx',
      default_order_status_id: 98,
      default_location_id: 99,
    };
    expect(failure(await company().edit(wrong)).error_details).toEqual([
      {
        code: 'invalid',
        field: 'timezone',
        message: 'timezone must be an IANA time zone, and "Mars/Base" is none.',
      },
      { code: 'unknown_reference', field: 'default_location_id', message: 'There is no location 99.' },
      { code: 'unknown_reference', field: 'currency', message: 'There is no currency XYZ.' },
      { code: 'unknown_reference', field: 'language', message: 'There is no language xx.' },
      { code: 'unknown_reference', field: 'default_order_status_id', message: 'There is no order status 98.' },
    ]);
    expect(await settings()).toEqual({ ...untouched, revision: 1 });
  });

  it('with a base currency whose value is not 1', async () => {
    ok(await user.api.setting.currency.add({ code: 'SGD', value: 1.35 }));
    expect(refused(await company().edit({ currency: 'SGD' }))).toEqual([
      'currency must have the value 1 to become the base currency, and SGD has 1.35.',
    ]);
  });

  it('with units that are not the ones of the interface, and without a name', async () => {
    const wrong: object = { weight_unit: 'lb', length_unit: 'in', name: '' };
    expect(refused(await company().edit(wrong))).toEqual([
      'name must not be blank.',
      'weight_unit must be one of kg.',
      'length_unit must be one of cm.',
    ]);
  });
});
