import { noReference, Refused } from '@stockbook/contracts';
import { LatestChanges } from '@stockbook/rpc';
import { ReferenceCache } from './reference-cache.js';

/** Stands for another service, whose answers come when the test lets them. */
class Source {
  readonly changes = new LatestChanges();
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
  const cache = new ReferenceCache(source.load, source.changes);
  await Promise.all([cache.apply(1, find('a')), cache.apply(1, find('a'))]);
  await cache.apply(1, find('a'));
  expect(source.loads).toBe(1);
});

test('a missing record is looked up once more, as it may be new', async () => {
  const source = new Source();
  const cache = new ReferenceCache(source.load, source.changes);
  await cache.apply(1, find('a'));
  source.names = ['a', 'b'];
  expect(await cache.apply(1, find('b'))).toBe('b');
  await expect(cache.apply(1, find('c'))).rejects.toThrow('There is no name c.');
});

test('accounts do not share', async () => {
  const source = new Source();
  const cache = new ReferenceCache(source.load, source.changes);
  await cache.apply(1, find('a'));
  await cache.apply(2, find('a'));
  expect(source.loads).toBe(2);
});

test('while the source is down, known records serve, but refuse nothing', async () => {
  const source = new Source();
  const cache = new ReferenceCache(source.load, source.changes);
  await cache.apply(1, find('a'));
  source.isDown = true;
  expect(await cache.apply(1, find('a'))).toBe('a');
  await expect(cache.apply(1, find('b'))).rejects.toThrow('down');
  await expect(cache.apply(2, find('a'))).rejects.toThrow('down');
});

test('a change outdates it, also a load that began before the change', async () => {
  const source = new Source();
  const cache = new ReferenceCache(source.load, source.changes);
  source.hold();
  const early = cache.apply(1, ({ names }) => names);
  source.names = ['b'];
  source.changes.add(1);
  const late = cache.apply(1, ({ names }) => names);
  source.release();
  expect(await Promise.all([early, late])).toEqual([['a'], ['b']]);
  expect(await cache.apply(1, ({ names }) => names)).toEqual(['b']);
  expect(source.loads).toBe(2);
});

test('a load that fails is not what a request after the change has to live with', async () => {
  const source = new Source();
  const cache = new ReferenceCache(source.load, source.changes);
  await cache.apply(1, find('a'));
  source.changes.add(1);
  source.isDown = true;
  const early = cache.apply(1, ({ names }) => names);
  source.isDown = false;
  source.names = ['b'];
  source.changes.add(1);
  expect(await Promise.all([early, cache.apply(1, ({ names }) => names)])).toEqual([['a'], ['b']]);
});

test('while changes may be missed every request sees the records as they are', async () => {
  const source = new Source();
  const cache = new ReferenceCache(source.load, { since: () => performance.now() });
  source.hold();
  const early = cache.apply(1, ({ names }) => names);
  source.names = ['b'];
  const late = Array.from({ length: 10 }, () => cache.apply(1, ({ names }) => names));
  source.release();
  expect(await early).toEqual(['a']);
  expect(await Promise.all(late)).toEqual(Array(10).fill(['b']));
  expect(source.loads).toBe(2);
});

test('a change that is notified while the source is down removes no copy', async () => {
  const source = new Source();
  const cache = new ReferenceCache(source.load, source.changes);
  await cache.apply(1, find('a'));
  source.isDown = true;
  source.changes.add(1);
  expect(await cache.apply(1, find('a'))).toBe('a');
  source.isDown = false;
  source.names = ['b'];
  await expect(cache.apply(1, ({ names }) => names)).resolves.toEqual(['b']);
});
