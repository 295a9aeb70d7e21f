import {
  type CallOf,
  type ChannelPayout,
  type channelPayout,
  type Fault,
  PAYOUT_DAYS,
  Refused,
} from '@stockbook/contracts';
import { type Db, fittingRowsOf, maySee, selectionOf, statement } from '@stockbook/persistence';
import { DateTime } from 'luxon';
import { ChannelPayoutRow } from './channel-payout.entity.js';
import { type PayoutRecord, toPayout } from './payout-records.js';

type Get = CallOf<typeof channelPayout.get>;

/** The last payout of a page. The next page begins behind it, whatever is recorded meanwhile. */
interface Position {
  readonly date: string;
  readonly id: number;
}

const ofChannel = statement(
  'payouts_of_channel',
  `SELECT ${selectionOf(ChannelPayoutRow)} FROM sales.channel_payout
   WHERE account_id = $1 AND channel_id = $2 AND date >= $3 AND date <= $4
     AND (date, channel_payout_id) > ($5::timestamptz, $6)
   ORDER BY date, channel_payout_id LIMIT $7`,
);

const TEXTS = ['reference', 'imported_order_id', 'name', 'username'];

/** Returns a page of a channel's payouts, the oldest first. */
export async function payoutPage(
  db: Db,
  { caller, input }: Get,
): Promise<{ results: Partial<ChannelPayout>[]; more?: string }> {
  const { channel_id, date_start, date_end, type = 'raw', next, limit = 100 } = input;
  const after = next ? positionOf(next) : undefined;
  Refused.ifAny([...rangeFaults(input, caller.zone), ...(next && !after ? [badToken(next)] : [])]);
  if (!maySee(caller, { channel_id })) return { results: [] };
  const { date, id } = after ?? { date: date_start, id: 0 };
  const values = [caller.account_id, channel_id, date_start, date_end, date, id, limit + 1];
  const { rows, isCut } = await fittingRowsOf<PayoutRecord>(db, ofChannel, values, TEXTS);
  const shown = rows.slice(0, limit);
  const last = isCut || rows.length > limit ? shown.at(-1) : undefined;
  return {
    results: shown.map((row) => (type === 'raw' ? toPayout(row) : formatted(toPayout(row)))),
    ...(last && { more: tokenOf({ date: last.date.toISOString(), id: last.channel_payout_id }) }),
  };
}

const formatted = ({ order_id, imported_order_id, name, amount, currency, date }: ChannelPayout) => ({
  ...{ order_id, imported_order_id, name, amount, currency, date },
});

function rangeFaults({ date_start, date_end }: Get['input'], zone: string): Fault[] {
  const missing = Object.entries({ date_start, date_end }).flatMap(([field, value]) => (value ? [] : [field]));
  if (missing.length) return missing.map((field) => ({ code: 'invalid', field, message: `${field} is required.` }));
  const [start, end] = [date_start, date_end].map((date) => DateTime.fromISO(date, { zone }));
  const last = start?.startOf('day').plus({ days: PAYOUT_DAYS }).endOf('day');
  if (!start || !last || !end || (start <= end && end <= last)) return [];
  const message = `date_end must be at most ${PAYOUT_DAYS} days after date_start, and not before it.`;
  return [{ code: 'invalid', field: 'date_end', message }];
}

const tokenOf = ({ date, id }: Position): string => Buffer.from(`${date} ${id}`).toString('base64url');

function positionOf(token: string): Position | undefined {
  const [, date, id] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (\d{1,16})$/.exec(Buffer.from(token, 'base64url').toString()) ?? [];
  return date && DateTime.fromISO(date).isValid ? { date, id: Number(id) } : undefined;
}

const badToken = (next: string): Fault => ({
  code: 'invalid',
  field: 'next',
  message: `next must be the \`more\` of the page before; ${next} is not.`,
});
