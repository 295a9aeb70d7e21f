import fc from 'fast-check';
import { setImmediate as macrotask } from 'node:timers/promises';
import { CredentialCache } from './credential-cache.js';

interface Identity {
  user: string;
}

/** Stands in for the settings service: a loader that answers at once, when asked to, or not at all. */
class Settings {
  clock = 1_000_000;
  users = new Map([['demo/ann@demo.test', { user: 'ann' }]]);
  /** The time of the last change that the cache was notified of. */
  changed_at = -Infinity;
  isDown = false;
  isSlow = false;
  loads: string[] = [];
  waiting: { since: number; answer: () => void }[] = [];

  readonly cache = new CredentialCache<Identity>(
    (domain, api_key) => {
      const name = `${domain}/${api_key}`;
      this.loads.push(name);
      const [found, isDown] = [this.users.get(name), this.isDown];
      return new Promise((resolve, reject) => {
        const answer = () => (isDown ? reject(new Error('settings are down')) : resolve(found));
        if (this.isSlow) this.waiting.push({ since: this.clock, answer });
        else answer();
      });
    },
    () => this.changed_at,
    () => this.clock,
  );

  ann = () => this.cache.get('demo', 'ann@demo.test');

  async after(milliseconds: number): Promise<Identity | undefined> {
    this.clock += milliseconds;
    const found = await this.ann();
    await macrotask();
    return found;
  }

  answer(): void {
    for (const { answer } of this.waiting.splice(0)) answer();
  }
}

const ann = { user: 'ann' };
let settings: Settings;
beforeEach(() => {
  settings = new Settings();
});

describe('an identity', () => {
  it('is loaded once, whatever the case of its names', async () => {
    expect(await settings.ann()).toEqual(ann);
    expect(await settings.cache.get('DEMO', 'Ann@Demo.test')).toEqual(ann);
    expect(settings.loads).toEqual(['demo/ann@demo.test']);
  });

  it('is not taken for another whose names are joined differently', async () => {
    settings.users.set('a","b/c', { user: 'mallory' });
    expect(await settings.cache.get('a","b', 'c')).toEqual({ user: 'mallory' });
    expect(await settings.cache.get('a', 'b","c')).toBeUndefined();
  });

  it('is loaded once for a hundred requests at a time', async () => {
    settings.isSlow = true;
    const requests = Array.from({ length: 100 }, settings.ann);
    settings.answer();
    expect(await Promise.all(requests)).toEqual(Array(100).fill(ann));
    expect(settings.loads).toHaveLength(1);
  });

  it('in steady use is refreshed in the background, once at a time', async () => {
    await settings.ann();
    settings.isSlow = true;
    settings.clock += 2_000;
    expect(await Promise.all([settings.ann(), settings.ann()])).toEqual([ann, ann]);
    expect(settings.loads).toHaveLength(2);
    settings.answer();
    await macrotask();
    settings.isSlow = false;
    expect(await settings.after(1_999)).toEqual(ann);
    expect(settings.loads).toHaveLength(2);
  });
});

describe('a revocation', () => {
  it('acts within 5 s on an identity that nobody asked for meanwhile', async () => {
    await settings.ann();
    settings.users.clear();
    expect(await settings.after(4_999)).toBeUndefined();
  });

  it('is not put off by a load that it overtook', async () => {
    settings.isSlow = true;
    const asked = settings.ann();
    settings.users.clear();
    settings.clock += 3_000;
    settings.answer();
    expect(await asked).toEqual(ann);
    settings.isSlow = false;
    expect(await settings.after(1_999)).toBeUndefined();
  });

  it('is not undone by an older load that ends after a newer one', async () => {
    settings.isSlow = true;
    const hanging = settings.ann();
    settings.users.clear();
    settings.isSlow = false;
    expect(await settings.after(4_500)).toBeUndefined();
    settings.answer();
    expect(await hanging).toEqual(ann);
    settings.isDown = true;
    expect(await settings.ann()).toBeUndefined();
    await expect(settings.after(1_000)).rejects.toThrow('settings are down');
  });

  it('acts within 5 s whatever the order of requests, outages and loads of up to 700 ms', async () => {
    const acts = fc.constantFrom('ask', 'ask', 'ask', 'answer', 'revoke', 'down', 'up', 'long pause');
    const schedules = fc.array(fc.tuple(acts, fc.integer({ min: 0, max: 350 })), { minLength: 20, maxLength: 100 });
    await fc.assert(
      fc.asyncProperty(schedules, async (schedule) => {
        expect(await latestUseAfterRevocation(schedule)).toBeLessThan(5_000);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a change that the cache was notified of', () => {
  const change = () => {
    settings.changed_at = ++settings.clock;
    settings.users.set('demo/ann@demo.test', { user: 'changed' });
  };

  it('shows at the next request', async () => {
    await settings.ann();
    change();
    expect(await settings.ann()).toEqual({ user: 'changed' });
    expect(await settings.ann()).toEqual({ user: 'changed' });
    expect(settings.loads).toHaveLength(2);
  });

  it('shows at the next request while a load is under way that began before it', async () => {
    settings.isSlow = true;
    const early = settings.ann();
    change();
    const late = [settings.ann(), settings.ann()];
    settings.answer();
    expect(await early).toEqual(ann);
    await macrotask();
    settings.answer();
    expect(await Promise.all(late)).toEqual([{ user: 'changed' }, { user: 'changed' }]);
    expect(settings.loads).toHaveLength(2);
  });

  it('takes nothing away while settings are down, and shows as soon as they are back', async () => {
    await settings.ann();
    change();
    settings.isDown = true;
    expect(await settings.ann()).toEqual(ann);
    settings.isDown = false;
    expect(await settings.ann()).toEqual({ user: 'changed' });
  });
});

/**
 * Returns how long after the revocation, or after the outage that hid it, the identity was given out for the last time.
 */
async function latestUseAfterRevocation(schedule: [act: string, pause: number][]): Promise<number> {
  const world = new Settings();
  world.isSlow = true;
  let visible = Infinity;
  let latest = 0;
  for (const [act, pause] of schedule) {
    world.clock += pause;
    if (act === 'answer' || act === 'long pause' || world.waiting.some(({ since }) => world.clock - since > 350)) {
      world.answer();
      await macrotask();
    }
    if (act === 'long pause') world.clock += 2_600;
    if (act === 'down') world.isDown = true;
    if (act === 'up') world.isDown = false;
    if (act === 'revoke') world.users.clear();
    if (world.isDown || world.users.size) visible = Infinity;
    else visible = Math.min(visible, world.clock);
    if (act !== 'ask') continue;
    const used = (found?: Identity) => {
      if (found) latest = Math.max(latest, world.clock - visible);
    };
    world.ann().then(used, () => undefined);
    await macrotask();
  }
  return latest;
}

describe('while settings are down', () => {
  it('an identity is served for 10 minutes from the start of its load, no longer', async () => {
    settings.isSlow = true;
    const loading = settings.ann();
    settings.clock += 60_000;
    settings.answer();
    await loading;
    settings.isSlow = false;
    settings.isDown = true;
    for (let minute = 2; minute <= 10; minute++) expect(await settings.after(60_000)).toEqual(ann);
    await expect(settings.after(1)).rejects.toThrow('settings are down');
  });

  it('only the first request waits for the failure', async () => {
    await settings.ann();
    settings.isDown = true;
    await settings.after(10_000);
    settings.isSlow = true;
    expect(await settings.after(2_500)).toEqual(ann);
    expect(settings.loads).toHaveLength(3);
  });

  it('an identity never loaded is an error, and so is one known not to exist', async () => {
    expect(await settings.cache.get('demo', 'bob@demo.test')).toBeUndefined();
    settings.isDown = true;
    settings.clock += 1_000;
    await expect(settings.cache.get('demo', 'bob@demo.test')).rejects.toThrow('settings are down');
    await expect(settings.ann()).rejects.toThrow('settings are down');
    settings.isDown = false;
    expect(await settings.ann()).toEqual(ann);
  });

  it('a revocation acts as soon as they are back', async () => {
    await settings.ann();
    settings.isDown = true;
    await settings.after(60_000);
    settings.isDown = false;
    settings.users.clear();
    expect(await settings.after(4_000)).toBeUndefined();
    settings.isDown = true;
    await expect(settings.after(4_000)).rejects.toThrow('settings are down');
  });

  it('a load that hangs does not hold up later requests for ever', async () => {
    settings.isSlow = true;
    const hanging = settings.ann();
    settings.clock += 4_000;
    const next = settings.ann();
    expect(settings.loads).toHaveLength(2);
    settings.waiting.shift()?.answer();
    await hanging;
    const third = settings.ann();
    settings.answer();
    expect(await Promise.all([next, third])).toEqual([ann, ann]);
    expect(settings.loads).toHaveLength(2);
  });
});

describe('an unknown user', () => {
  const bob = () => settings.cache.get('demo', 'bob@demo.test');

  it('is asked for once a second, and found once added', async () => {
    expect(await bob()).toBeUndefined();
    settings.users.set('demo/bob@demo.test', { user: 'bob' });
    settings.clock += 999;
    expect(await bob()).toBeUndefined();
    expect(settings.loads).toHaveLength(1);
    settings.clock += 1;
    expect(await bob()).toEqual({ user: 'bob' });
  });

  it('is forgotten for newer ones, and pushes out nobody who exists', async () => {
    await settings.ann();
    await bob();
    for (let guess = 0; guess < 30_000; guess++) await settings.cache.get('demo', `${guess}@demo.test`);
    settings.loads = [];
    await settings.ann();
    expect(settings.loads).toEqual([]);
    await bob();
    expect(settings.loads).toEqual(['demo/bob@demo.test']);
  });

  it('with a name too long to exist is not asked for', async () => {
    expect(await settings.cache.get('demo', 'a'.repeat(255))).toBeUndefined();
    expect(await settings.cache.get('a'.repeat(255), 'ann@demo.test')).toBeUndefined();
    expect(settings.loads).toEqual([]);
  });
});
