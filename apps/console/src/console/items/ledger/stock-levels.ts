import type { ItemFlow, ItemLocation } from '@stockbook/client';

/** Each movement leaves this stock on hand. The oldest is first; times are in seconds. */
export interface Levels {
  readonly times: number[];
  readonly levels: number[];
}

/**
 * Goes back from what is on hand now, movement by movement. Pieces in transit are at no location, so their movements
 * are left out.
 */
export function levelsOf(newestFirst: readonly ItemFlow[], locations: readonly ItemLocation[], only?: number): Levels {
  let level = locations
    .filter(({ location_id }) => !only || location_id === only)
    .reduce((sum, { on_hand }) => sum + on_hand, 0);
  const points: [time: number, level: number][] = [];
  for (const { location_id, quantity, date_added } of newestFirst) {
    if (!location_id) continue;
    points.push([Date.parse(date_added) / 1_000, level]);
    level -= quantity;
  }
  points.reverse();
  return { times: points.map(([time]) => time), levels: points.map(([, level]) => level) };
}
