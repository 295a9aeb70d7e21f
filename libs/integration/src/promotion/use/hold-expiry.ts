import { type Db, statement } from '@stockbook/persistence';
import type { Job } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import { expireHold } from './promotion-holds.js';

/** One run ends at most this many holds of either kind. */
const BATCH = 100;
/** A hold whose order came answers repeated requests for this long. */
const KEPT = "interval '1 day'";

/** Each kind of due time has an index of its own. */
const WAITING = { kind: 'order_id = 0', due: 'now()' };
const TAKEN = { kind: 'order_id > 0', due: `now() - ${KEPT}` };
type Holds = typeof WAITING;

// No index serves a condition on clock_timestamp(), and PostgreSQL would rather read the table for an EXISTS than an
// index.
const oldest = ({ kind, due }: Holds) => `(SELECT account_id, promotion_id, channel_id, key, order_id
  FROM integration.promotion_hold WHERE ${kind} AND date_expire <= ${due} ORDER BY date_expire LIMIT ${BATCH})`;
const isNone = ({ kind, due }: Holds) =>
  `coalesce((SELECT min(date_expire) FROM integration.promotion_hold WHERE ${kind}) > ${due}, true)`;
const OLDEST_DUE = statement('expired_promotion_holds', `${oldest(WAITING)} UNION ALL ${oldest(TAKEN)}`);
const IS_NONE_DUE = statement('no_expired_promotion_hold', `SELECT ${isNone(WAITING)} AND ${isNone(TAKEN)} AS is_idle`);
const FORGET = statement(
  'forget_promotion_hold',
  `DELETE FROM integration.promotion_hold
   WHERE account_id = $1 AND promotion_id = $2 AND channel_id = $3 AND key = $4 AND order_id > 0`,
);

interface DueRow {
  readonly account_id: number;
  readonly promotion_id: number;
  readonly channel_id: number;
  readonly key: string;
  readonly order_id: number;
}

/** Gives up the holds whose order has not come in time. */
@Injectable()
export class HoldExpiry implements Job {
  readonly idle = IS_NONE_DUE;

  async run(db: Db): Promise<boolean> {
    const due = await db.query<DueRow>(OLDEST_DUE, []);
    for (const { account_id, promotion_id, channel_id, key, order_id } of due)
      await db.transactFor([account_id], async (tx) => {
        if (order_id) await tx.query(FORGET, [account_id, promotion_id, channel_id, key]);
        else await expireHold(tx, { channel_id, key }, promotion_id);
      });
    return due.length >= BATCH;
  }
}
