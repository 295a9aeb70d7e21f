import type { Line, LineItem, Mode, Place } from './line.js';
import { isInList } from './lists.js';

export interface Scan {
  readonly mode: Mode;
  readonly place: Place;
  readonly text: string;
  readonly pieces: number;
  /** The item, where the user has picked it already. */
  readonly item?: LineItem | undefined;
}

const takesScans = (line: Line, { mode, place }: Pick<Scan, 'mode' | 'place'>): boolean =>
  line.mode === mode && !line.is_undone && !line.is_closed && isInList(line, place);

/** Returns the line that a scan raises, if there is one. */
export const lineOfScan = (lines: readonly Line[], scan: Scan): Line | undefined =>
  lines.find(
    (line) =>
      takesScans(line, scan) && (scan.item ? line.item?.item_id === scan.item.item_id : line.codes.includes(scan.text)),
  );

/** Returns another line for the same item, which is to have the pieces of this one. */
export const twinOf = (lines: readonly Line[], line: Line, { item_id }: LineItem): Line | undefined =>
  line.is_earlier
    ? undefined
    : lines.find((other) => other.id !== line.id && takesScans(other, line) && other.item?.item_id === item_id);

export function newLine({ mode, place, text, pieces, item }: Scan): Line {
  const line: Line = {
    id: crypto.randomUUID(),
    mode,
    place,
    text,
    codes: item ? [] : [text],
    scanned_at: Date.now(),
    ...(mode === 'adjust' ? { raised: pieces - 1 } : { wanted: pieces }),
  };
  return item ? { ...line, ...found(line, item) } : line;
}

/** The first scan of an item that is adjusted shows its quantity; each further one raises it. */
export function raised(line: Line, pieces: number): Partial<Line> {
  const { mode, wanted, seen } = line;
  if (mode !== 'adjust' || wanted !== undefined) return { wanted: (wanted ?? 0) + pieces };
  return seen === undefined ? { raised: (line.raised ?? 0) + pieces } : { wanted: seen + pieces };
}

/** Returns what a line is once its item is known. */
export function found(line: Line, item: LineItem): Partial<Line> {
  const known = { item, offered: undefined, faults: undefined };
  if (line.mode === 'receive') return { ...known, cost: item.cost === undefined ? undefined : String(item.cost) };
  if (line.mode !== 'adjust') return known;
  const { available } = item;
  const wanted = line.wanted ?? (line.raised ? available + line.raised : undefined);
  return { ...known, seen: available, before: available, wanted };
}

/** Returns what becomes of a line whose stock take is booked, or was cancelled elsewhere. */
export function afterJob(line: Line, isBooked: boolean): Partial<Line> {
  if (isBooked && line.booked && line.booked.quantity === line.wanted) return { is_closed: true };
  const unplanned = { document_id: undefined, is_planned: undefined, has_planned: undefined, booked: undefined };
  return line.booked && !isBooked ? { ...unplanned, is_undone: true } : unplanned;
}

/** Returns the pieces that a scanned line brings to its twin. */
export const piecesOf = ({ mode, wanted, raised }: Line): number =>
  mode === 'adjust' ? (raised ?? 0) + 1 : (wanted ?? 0);
