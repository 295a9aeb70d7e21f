import type { Fault } from '@stockbook/contracts';
import fc from 'fast-check';
import { masked, unmasked } from './masked-configuration.js';

const MASK = '********';
type Json = string | number | Json[] | { [name: string]: Json };
type Tree = { [name: string]: Json };

const SECRETS = ['token', 'password'];
const isSecret = (name: string) => /^(token|password|api_key)/.test(name);
const shows = (name: string) => !isSecret(name);
const isTree = (value: Json): value is Tree => typeof value === 'object' && !Array.isArray(value);

/** There are few values, so that elements are often alike; each secret is another one. */
const { tree } = fc.letrec<{ tree: Tree; value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.nat({ max: 2 }),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('tree'),
    fc.array(tie('tree'), { maxLength: 4 }),
  ),
  tree: fc.record(
    {
      name: fc.nat({ max: 3 }),
      url: fc.nat({ max: 1 }),
      token: fc.constant('secret'),
      password: fc.constant('secret'),
      live: tie('value'),
      shops: tie('value'),
    },
    { requiredKeys: [] },
  ),
}));

const EDITS = ['remove', 'move', 'insert', 'change', 'set a secret', 'rename'] as const;
const edits = fc.array(fc.record({ kind: fc.constantFrom(...EDITS), at: fc.nat(), to: fc.nat() }), { maxLength: 4 });

const numbered = (value: Json, count = { secrets: 0 }): Json => {
  if (Array.isArray(value)) return value.map((each) => numbered(each, count));
  if (value === 'secret') return `secret-${++count.secrets}`;
  return isTree(value) ? mapped(value, (_, each) => numbered(each, count)) : value;
};
const mapped = (tree: Tree, valueOf: (name: string, value: Json) => Json): Tree =>
  Object.fromEntries(Object.entries(tree).map(([name, value]) => [name, valueOf(name, value)]));

interface Place {
  readonly inside: Tree | Json[];
  /** The element of a list that it is, or is in. */
  readonly element: Tree | Json[] | undefined;
}
function placesIn(value: Json, element?: Place['element']): Place[] {
  if (typeof value !== 'object') return [];
  const isList = Array.isArray(value);
  const parts = Object.values(value).flatMap((each) => (typeof each === 'object' ? [each] : []));
  return [{ inside: value, element }, ...parts.flatMap((each) => placesIn(each, isList ? each : element))];
}

let fresh = 100;
/** An element that looked like one that is gone could be that one: no edit makes two elements look alike. */
function stamp(element: Place['element']): void {
  if (Array.isArray(element)) element.push(++fresh);
  else if (element) element['url'] = ++fresh;
}

/** Makes one edit of the configuration itself: what a user who saw the secrets would get. */
function edit(tree: Tree, { kind, at, to }: { kind: (typeof EDITS)[number]; at: number; to: number }): void {
  const places = placesIn(tree);
  const { inside, element } = places[at % places.length]!;
  if (Array.isArray(inside)) {
    const index = inside.length ? to % inside.length : 0;
    if (kind === 'remove') inside.splice(index, 1);
    if (kind === 'move') inside.push(...inside.splice(index, 1));
    if (kind === 'insert') inside.splice(index, 0, { url: 0, token: `new-${++fresh}` });
    return stamp(element);
  }
  if (kind === 'set a secret') return void (inside[SECRETS[to % 2]!] = `new-${++fresh}`);
  if (kind === 'change') inside['url'] = ++fresh;
  const names = Object.keys(inside);
  const name = names[to % (names.length || 1)];
  if (name === undefined || (kind !== 'remove' && kind !== 'rename')) return;
  if (kind === 'rename') inside[isSecret(name) ? `api_key_${++fresh}` : `field_${++fresh}`] = inside[name]!;
  Reflect.deleteProperty(inside, name);
  if (!isSecret(name)) stamp(element);
}

/** Returns the edited configuration as the user sends it, who saw masks. */
const sent = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(sent);
  if (typeof value === 'string') return value.startsWith('secret-') ? MASK : value;
  return isTree(value) ? mapped(value, (_, each) => sent(each)) : value;
};

/** Elements that look alike may have changed places: the shown values do not distinguish them. */
const unordered = (value: Json): Json => {
  if (Array.isArray(value)) {
    return value.map(unordered).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  return isTree(value)
    ? Object.fromEntries(Object.entries(mapped(value, (_, each) => unordered(each))).toSorted())
    : value;
};

const copyOf = (tree: Tree): Tree => structuredClone(tree);

test('whatever is edited of the masked view, every secret stays with its element, or the edit is refused', () => {
  const taken = { granted: 0, refused: 0 };
  fc.assert(
    fc.property(tree, edits, (drawn, changes) => {
      const stored = mapped({ drawn }, (_, value) => numbered(value));
      const wanted = copyOf(stored);
      for (const change of changes) edit(wanted, change);
      const faults: Fault[] = [];
      const kept = unmasked(
        mapped(wanted, (_, value) => sent(value)),
        stored,
        shows,
        faults,
      );
      if (faults.length) return void taken.refused++;
      taken.granted++;
      expect(masked(kept, shows)).toEqual(masked(wanted, shows));
      expect(unordered(kept as Tree)).toEqual(unordered(wanted));
    }),
    { numRuns: 5_000 },
  );
  expect(taken.granted).toBeGreaterThan(500);
  expect(taken.refused).toBeGreaterThan(100);
});

test('the view shows no secret, and sent back as it is it changes none', () => {
  fc.assert(
    fc.property(tree, (drawn) => {
      const stored = mapped({ drawn }, (_, value) => numbered(value));
      const view = masked(stored, shows);
      expect(JSON.stringify(view)).not.toContain('secret-');
      const faults: Fault[] = [];
      expect(unmasked(view, stored, shows, faults)).toEqual(stored);
      expect(faults).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});
