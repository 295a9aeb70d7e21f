import { DateTime, IANAZone } from 'luxon';
import { LRUCache } from 'lru-cache';

export interface ZoneOffsets {
  readonly times: readonly string[];
  readonly seconds: readonly number[];
}

const [FIRST, LAST] = [Date.UTC(1800, 0), Date.UTC(2200, 0)];
/** No zone has changed its offset twice within a week and come back to the same one. */
const WEEK_MS = 7 * 24 * 3_600_000;

const known = new LRUCache<string, ZoneOffsets>({ max: 100 });

/** PostgreSQL has other time zone data. Before 1800 and from 2200 on, offsets stay. */
export function offsetsOf(name: string): ZoneOffsets {
  const offsets = known.get(name) ?? findOffsets(name);
  known.set(name, offsets);
  return offsets;
}

export const daySql = (column: string, times: string, seconds: string): string =>
  `(${column} AT TIME ZONE 'UTC'
     + make_interval(secs => (${seconds}::float8[])[width_bucket(${column}, ${times}::timestamptz[])]))::date`;

function findOffsets(name: string): ZoneOffsets {
  const zone = DateTime.utc().setZone(name).zone;
  const secondsAt = (at: number) => Math.round(zone.offset(at) * 60);
  const times = ['-infinity'];
  const seconds = [secondsAt(FIRST)];
  if (!(zone instanceof IANAZone)) return { times, seconds };
  for (let week = FIRST; week < LAST; week += WEEK_MS) {
    if (secondsAt(week) === secondsAt(week + WEEK_MS)) continue;
    let [before, after] = [week / 1_000, (week + WEEK_MS) / 1_000];
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (secondsAt(middle * 1_000) === secondsAt(week)) before = middle;
      else after = middle;
    }
    times.push(new Date(after * 1_000).toISOString());
    seconds.push(secondsAt(after * 1_000));
  }
  return { times, seconds };
}
