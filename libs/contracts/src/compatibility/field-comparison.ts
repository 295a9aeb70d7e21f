import type { ClassOutlines, FieldOutline } from './outline.js';
import { narrowings, typeName } from './schema-comparison.js';

/** The releases that write and read an object. */
export interface Use {
  /** The last release writes the object and this one reads it, as a request of a client. */
  readonly acceptsReleased?: boolean;
  /** This release writes the object and the last one reads it, as a response to a client. */
  readonly servesReleased?: boolean;
}

const NAMED_USES = 3;

export class FieldComparison {
  private readonly uses = new Map<string, Set<string>>();

  constructor(
    private readonly released: ClassOutlines,
    private readonly current: ClassOutlines,
  ) {}

  compare(before: string, after: string, place: string, use: Use, seen = new Set<string>()): void {
    const pair = `${before} ${after}`;
    if (seen.has(pair)) return;
    seen.add(pair);
    const [was, is] = [this.released[before] ?? {}, this.current[after] ?? {}];
    for (const [name, field] of Object.entries(was)) {
      const now = is[name];
      for (const change of now ? changesOf(field, now, use) : ['is removed'])
        this.note(`The field ${before}.${name} ${change}`, place);
      if (field.of && now?.of) this.compare(field.of, now.of, place, use, seen);
    }
    if (!use.acceptsReleased) return;
    for (const [name, field] of Object.entries(is))
      if (!was[name] && !field.optional) this.note(`The field ${before}.${name} is new and required`, place);
  }

  sentences(): string[] {
    return [...this.uses].map(([difference, places]) => {
      const [named, others] = [[...places].slice(0, NAMED_USES), places.size - NAMED_USES];
      return `${difference}: ${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}.`;
    });
  }

  private note(difference: string, place: string): void {
    this.uses.set(difference, (this.uses.get(difference) ?? new Set()).add(place));
  }
}

function changesOf(before: FieldOutline, after: FieldOutline, use: Use): string[] {
  const [was, is] = [before, after].map((field) => typeName(field, use.servesReleased ?? false));
  if (was !== is) return [`is ${is} instead of ${was}`];
  const changes: string[] = [];
  if (after.cost && !before.cost) changes.push('newly needs the permission to view cost');
  if (use.servesReleased && after.optional && !before.optional) changes.push('may be absent: before, it was required');
  const isOtherForm = before.like !== after.like;
  if (isOtherForm && ((use.acceptsReleased && after.like) || (use.servesReleased && before.like)))
    changes.push(`is ${formOf(after)} instead of ${formOf(before)}`);
  if (!use.acceptsReleased) return changes;
  if (before.optional && !after.optional) changes.push('is required: before, it was optional');
  return [...changes, ...narrowings(before, after)];
}

const formOf = ({ like }: FieldOutline): string => (like ? `a text like ${like}` : 'any text');
