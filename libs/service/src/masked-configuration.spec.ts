import { masked, unmasked } from './masked-configuration.js';

const MASK = '********';

describe('masked', () => {
  it.each(['secret', 'client_secret', 'Password', 'passphrase', 'accessToken', 'api_key', 'privateKey', 'credentials'])(
    'hides what stands under %s',
    (name) => {
      expect(masked({ [name]: 'hush' })).toEqual({ [name]: MASK });
      expect(masked({ [name]: { deep: 1 } })).toEqual({ [name]: MASK });
    },
  );

  it('shows everything else, and that a secret is not set', () => {
    const shown = { location_id: 7, name: 'Till', live: true, nothing: null, password: '', token: null };
    expect(masked(shown)).toEqual(shown);
  });

  it('looks into objects and lists', () => {
    const configuration = { live: { url: 'https://pay.example', key: 'k' }, tills: [{ pin: 1, token: 't' }, 'plain'] };
    expect(masked(configuration)).toEqual({
      live: { url: 'https://pay.example', key: MASK },
      tills: [{ pin: 1, token: MASK }, 'plain'],
    });
  });
});

describe('unmasked', () => {
  const stored = { token: 'old', live: { key: 'k1', url: 'a' }, tills: [{ token: 't0' }, { token: 't1' }] };

  it('gives back what was stored for each mask that came back', () => {
    expect(unmasked(masked(stored), stored)).toEqual(stored);
  });

  it('takes what is new, and lets go what is missing', () => {
    const given = { token: 'new', live: { key: MASK, url: 'b' } };
    expect(unmasked(given, stored)).toEqual({ token: 'new', live: { key: 'k1', url: 'b' } });
  });

  it('leaves out a mask that nothing is stored for', () => {
    const stores = JSON.stringify(unmasked({ token: MASK, live: { key: MASK }, tills: [{ token: MASK }] }, {}));
    expect(stores).toBe('{"live":{},"tills":[{}]}');
  });

  it('takes asterisks for what they are where no secret stands', () => {
    expect(unmasked({ name: MASK }, { name: 'Till' })).toEqual({ name: MASK });
  });
});
