/** No field has a longer name. */
const MAX_LENGTH = 60;
const MIN_PART = 3;

/** Finds `quantity` for `qty`, `location_id` for `location`. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  let nearest: string | undefined;
  let least = Infinity;
  for (const each of known) {
    const distance = distanceOf(plain(name), plain(each));
    if (distance < least) [nearest, least] = [each, distance];
  }
  return nearest;
}

/** Makes spellings like `locationId` and `location-id` the same name. */
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Returns 0 for the same name, and Infinity for names that have nothing to do with each other. */
function distanceOf(one: string, other: string): number {
  if (one === other) return 0;
  if (lettersOf(one) === lettersOf(other)) return 1;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (!short) return Infinity;
  const isPart = short.length >= MIN_PART ? long.includes(short) : short.length > 1 && long.endsWith(short);
  if (isPart) return 1 + (long.length - short.length) / MAX_LENGTH;
  const edits = editsBetween(one, other);
  if (edits <= Math.max(1, long.length / 3)) return edits;
  return short.length >= MIN_PART && isAbbreviation(short, long) ? 2 + long.length / MAX_LENGTH : Infinity;
}

/** Returns equal texts for names whose letters are swapped. */
const lettersOf = (name: string): string => [...name].sort().join('');

/** Tells whether a name begins as the other and has some of its letters, in their order. */
function isAbbreviation(short: string, long: string): boolean {
  if (short[0] !== long[0]) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at++;
  return at === short.length;
}

/** Counts the letters that are added, taken away or replaced between two names (Levenshtein). */
function editsBetween(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 0; i < one.length; i++) {
    const row = [i + 1];
    for (let j = 0; j < other.length; j++) {
      const replaced = before[j]! + Number(one[i] !== other[j]);
      row.push(Math.min(replaced, before[j + 1]! + 1, row[j]! + 1));
    }
    before = row;
  }
  return before[other.length]!;
}
