import { type Line, MODES, type Place } from './line.js';
import { isDone } from './line-state.js';

const PLACE_FIELDS = ['location_id', 'to_location_id', 'purchase_order_id', 'job_id', 'comment'] as const;
/** The comment belongs to the stock take, which its first line begins. */
const COUNT_FIELDS = ['location_id', 'job_id'] as const;

/** Tells whether a line belongs to the list of a place on the screen, whose lines further scans raise. */
export const isInList = ({ mode, is_earlier, place: own }: Line, place: Place): boolean =>
  !is_earlier && (mode === 'count' ? COUNT_FIELDS : PLACE_FIELDS).every((field) => own[field] === place[field]);

/** Ends the list that a scan of another place leaves. A stock take is ended by its booking alone. */
export const leftFor = (lines: readonly Line[], { mode, place }: Pick<Line, 'mode' | 'place'>): Line[] =>
  earlier(lines.filter((line) => line.mode === mode && !isInList(line, place)));

/** Ends the lists whose last scan is before an instant, and which the server has as a whole. */
export const finished = (lines: readonly Line[], before = Infinity): Line[] =>
  MODES.flatMap((mode) => {
    const list = lines.filter((line) => line.mode === mode && !line.is_earlier);
    return list.every((line) => isDone(line) && line.scanned_at < before) ? earlier(list) : [];
  });

const earlier = (lines: readonly Line[]): Line[] =>
  lines
    .filter(({ mode, is_earlier }) => mode !== 'count' && !is_earlier)
    .map((line) => ({ ...line, is_earlier: true }));
