import { noReference, Refused } from '@stockbook/contracts';
import { ReferenceCache } from './reference-cache.js';

/** Another service, whose answers come when the test lets them. */
class Source {
  names = ['a'];
  loads = 0;
  isDown = false;
  private held: (() => void)[] = [];
  private isHolding = false;

  readonly load = async () => {
    this.loads++;
    if (this.isDown) throw new Error('down');
    const { names } = this;
    if (this.isHolding) await new Promise<void>((resolve) => this.held.push(resolve));
    return { names };
  };
  hold() {
    this.isHolding = true;
  }
  release() {
    this.isHolding = false;
    this.held.splice(0).forEach((resolve) => resolve());
  }
}

const find =
  (name: string) =>
  ({ names }: { names: string[] }) => {
    if (!names.includes(name)) throw new Refused(noReference('name', 'name', name));
    return name;
  };

test('loads once for many, and not again while fresh', async () => {
  const source = new Source();
  const cache = new ReferenceCache(source.load);
  await Promise.all([cache.apply(1, find('a')), cache.apply(1, find('a'))]);
  await cache.apply(1, find('a'));
  expect(source.loads).toBe(1);
});

test('what is missed is looked for once more, as it may be new', async () => {
  const source = new Source();
  const cache = new ReferenceCache(source.load);
  await cache.apply(1, find('a'));
  source.names = ['a', 'b'];
  expect(await cache.apply(1, find('b'))).toBe('b');
  await expect(cache.apply(1, find('c'))).rejects.toThrow('There is no name c.');
});

test('accounts do not share', async () => {
  const source = new Source();
  const cache = new ReferenceCache(source.load);
  await cache.apply(1, find('a'));
  await cache.apply(2, find('a'));
  expect(source.loads).toBe(2);
});

test('when the source is down, what is known serves on, but refuses nothing', async () => {
  const source = new Source();
  const cache = new ReferenceCache(source.load);
  await cache.apply(1, find('a'));
  source.isDown = true;
  expect(await cache.apply(1, find('a'))).toBe('a');
  await expect(cache.apply(1, find('b'))).rejects.toThrow('down');
  await expect(cache.apply(2, find('a'))).rejects.toThrow('down');
});

test('a change expires it, also for a load that began before the change', async () => {
  const source = new Source();
  const cache = new ReferenceCache(source.load);
  source.hold();
  const early = cache.apply(1, find('a'));
  source.names = ['b'];
  cache.expire(1);
  source.release();
  await early;
  await expect(cache.apply(1, ({ names }) => names)).resolves.toEqual(['b']);
});

test('a change that is heard of while the source is down takes nothing away', async () => {
  const source = new Source();
  const cache = new ReferenceCache(source.load);
  await cache.apply(1, find('a'));
  source.isDown = true;
  cache.expire(1);
  expect(await cache.apply(1, find('a'))).toBe('a');
  source.isDown = false;
  source.names = ['b'];
  await expect(cache.apply(1, ({ names }) => names)).resolves.toEqual(['b']);
});
