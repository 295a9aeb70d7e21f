import type { Fault } from '@stockbook/contracts';
import { masked as maskedBy, unmasked } from './masked-configuration.js';

const MASK = '********';
const HIDDEN = new Set(['token', 'tokens', 'access_token', 'key', 'password', 'secret']);
const shows = (name: string) => !HIDDEN.has(name);
const masked = (configuration: Record<string, unknown>) => maskedBy(configuration, shows);

/** Returns the configuration stored after an edit over a stored one, and the refused fields. */
function sentBack(given: Record<string, unknown>, stored: Record<string, unknown>) {
  const faults: Fault[] = [];
  const kept = unmasked(given, stored, shows, faults);
  return { kept, refused: faults.map(({ field }) => field) };
}

describe('masked', () => {
  it('hides whatever stands under a name that is not shown', () => {
    for (const value of ['hush', 1, true, { deep: 1 }, ['a', 'b'], [], {}])
      expect(masked({ key: value })).toEqual({ key: MASK });
  });

  it('keeps the name __proto__ a name', () => {
    const configuration = JSON.parse('{"__proto__": {"key": "k"}, "name": "Till"}');
    expect(JSON.stringify(masked(configuration))).toBe('{"__proto__":{"key":"********"},"name":"Till"}');
  });

  it('shows everything else, and that a secret is not set', () => {
    const shown = { location_id: 7, name: 'Till', live: true, nothing: null, password: '', token: null };
    expect(masked(shown)).toEqual(shown);
  });

  it('looks into objects and lists', () => {
    const configuration = {
      live: { url: 'https://pay.example', key: 'k' },
      tills: [[{ pin: 1, token: 't' }], 'plain'],
    };
    expect(masked(configuration)).toEqual({
      live: { url: 'https://pay.example', key: MASK },
      tills: [[{ pin: 1, token: MASK }], 'plain'],
    });
  });
});

describe('unmasked', () => {
  const shops = [
    { shop: 'A', token: 'tok-A' },
    { shop: 'B', token: 'tok-B' },
  ];

  it('restores every secret of a configuration that comes back as it was shown', () => {
    const stored = {
      token: 'old',
      tokens: ['a', 'b'],
      live: { key: 'k1', url: 'a' },
      tills: [{ token: 't0' }, { token: 't1' }, [{ pin: 1, secret: 's' }]],
    };
    expect(sentBack(masked(stored), stored)).toEqual({ kept: stored, refused: [] });
  });

  it('stores a new secret, and drops a secret that is left out', () => {
    const given = { token: 'new', live: { key: MASK, url: 'b' } };
    const stored = { token: 'old', password: 'p', live: { key: 'k1', url: 'a' } };
    const kept = { token: 'new', live: { key: 'k1', url: 'b' } };
    expect(sentBack(given, stored)).toEqual({ kept, refused: [] });
  });

  it('keeps the secret of an element when another one is removed, moved or added', () => {
    const [a, b] = [
      { shop: 'A', token: MASK },
      { shop: 'B', token: MASK },
    ];
    expect(sentBack({ shops: [b] }, { shops })).toEqual({ kept: { shops: [shops[1]] }, refused: [] });
    expect(sentBack({ shops: [b, a] }, { shops })).toEqual({ kept: { shops: [shops[1], shops[0]] }, refused: [] });
    const added = { shop: 'C', token: 'tok-C' };
    expect(sentBack({ shops: [added, a] }, { shops })).toEqual({ kept: { shops: [added, shops[0]] }, refused: [] });
  });

  it.each(['id', 'code', 'shop', 'name'])('recognises a changed element by its %s', (key) => {
    const stored = { list: [1, 2].map((value) => ({ [key]: value, url: 'old', token: `tok-${value}` })) };
    const given = { list: [{ [key]: 2, url: 'new', token: MASK }] };
    const kept = { list: [{ [key]: 2, url: 'new', token: 'tok-2' }] };
    expect(sentBack(given, stored)).toEqual({ kept, refused: [] });
  });

  it('goes by the strongest key: an element with a shop may change its name', () => {
    const stored = { shops: shops.map(({ shop, token }) => ({ shop, name: `Shop ${shop}`, token })) };
    const given = {
      shops: [
        { shop: 'A', name: 'Shop B', token: MASK },
        { shop: 'B', name: 'Shop A', token: MASK },
      ],
    };
    expect(sentBack(given, stored).kept).toMatchObject({ shops });
  });

  it('recognises an element without a key as long as nothing but a secret of it changes', () => {
    const stored = { tills: [{ pin: 1, token: 't', password: 'p' }, { pin: 2 }] };
    const given = { tills: [{ pin: 2 }, { pin: 1, token: 'new', password: MASK }] };
    const kept = { tills: [{ pin: 2 }, { pin: 1, token: 'new', password: 'p' }] };
    expect(sentBack(given, stored)).toEqual({ kept, refused: [] });
    expect(sentBack({ tills: [{ pin: 3, token: MASK }] }, stored).refused).toEqual(['configuration.tills[0].token']);
  });

  it('does not depend on the order of keys, which the database changes', () => {
    const stored = { tills: [{ pin: 1, floor: 2, token: 't' }, { pin: 2 }] };
    const given = { tills: [{ token: MASK, floor: 2, pin: 1 }] };
    expect(sentBack(given, stored)).toEqual({ kept: { tills: [stored.tills[0]] }, refused: [] });
  });

  it('refuses the mask of an element that could be one of several', () => {
    const alike = {
      tills: [
        { pin: 1, token: 't0' },
        { pin: 1, token: 't1' },
      ],
    };
    const refused = ['configuration.tills[0].token'];
    expect(sentBack({ tills: [{ pin: 1, token: MASK }] }, alike).refused).toEqual(refused);
    const one = { tills: [{ pin: 1, token: 't0' }] };
    const copied = {
      tills: [
        { pin: 1, token: MASK },
        { pin: 1, token: MASK },
      ],
    };
    expect(sentBack(copied, one).refused).toEqual([...refused, 'configuration.tills[1].token']);
  });

  it('looks for the elements of a nested list in its own list alone', () => {
    const stored = { floors: [[{ id: 1, token: 't1' }], [{ id: 2, token: 't2' }]] };
    const [first, second] = [[{ id: 1, token: MASK }], [{ id: 2, token: MASK }]];
    expect(sentBack({ floors: [second, first] }, stored).kept).toEqual({ floors: stored.floors.toReversed() });
    const mixed = {
      floors: [
        [
          { id: 2, token: MASK },
          { id: 1, token: MASK },
        ],
      ],
    };
    expect(sentBack(mixed, stored).refused).toHaveLength(2);
  });

  it('refuses a mask that nothing is stored for, with one sentence a field', () => {
    const faults: Fault[] = [];
    const given = { token: MASK, live: { key: MASK }, tills: [{ token: MASK }], password: MASK };
    unmasked(given, { password: '' }, shows, faults);
    expect(faults.map(({ field }) => field)).toEqual([
      'configuration.token',
      'configuration.live.key',
      'configuration.tills[0].token',
      'configuration.password',
    ]);
    expect(faults[0]).toEqual({
      code: 'invalid',
      field: 'configuration.token',
      message: 'configuration.token is a mask that stands for no stored secret: give the secret itself.',
    });
  });

  it('refuses a secret under another name, and a mask inside a secret', () => {
    expect(sentBack({ access_token: MASK }, { token: 't' }).refused).toEqual(['configuration.access_token']);
    expect(sentBack({ tokens: ['c', MASK] }, { tokens: ['a', 'b'] }).refused).toEqual(['configuration.tokens[1]']);
    expect(sentBack({ key: { id: MASK } }, { key: { id: 'k' } }).refused).toEqual(['configuration.key.id']);
  });

  it('takes asterisks for what they are where no secret stands', () => {
    const kept = { name: MASK, list: [MASK] };
    expect(sentBack(kept, { name: 'Till', list: ['a'] })).toEqual({ kept, refused: [] });
  });
});
