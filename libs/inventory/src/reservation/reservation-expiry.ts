import { SYSTEM } from '@stockbook/contracts';
import { type Db, statement } from '@stockbook/persistence';
import type { Job } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import { Reservations } from './reservations.js';

/** One run ends at most this many reservations. */
const BATCH = 100;

// No index serves a condition on clock_timestamp(), and PostgreSQL would rather read the table for an EXISTS than an
// index.
const EXPIRING =
  "FROM inventory.reservation WHERE date_expire IS NOT NULL AND status = 'active' AND date_deleted IS NULL";
const OLDEST_DUE = statement(
  'expired_reservations',
  `SELECT account_id, item_reservation_id, date_expire ${EXPIRING} AND date_expire <= now() ORDER BY date_expire
   LIMIT ${BATCH}`,
);
const IS_NONE_DUE = statement(
  'no_expired_reservation',
  `SELECT coalesce((SELECT min(date_expire) ${EXPIRING}) > now(), true) AS is_idle`,
);

interface DueRow {
  readonly account_id: number;
  readonly item_reservation_id: number;
  readonly date_expire: Date;
}

/** Releases what reservations hold when their time is over. */
@Injectable()
export class ReservationExpiry implements Job {
  readonly idle = IS_NONE_DUE;

  constructor(private readonly reservations: Reservations) {}

  async run(db: Db): Promise<boolean> {
    const due = await db.query<DueRow>(OLDEST_DUE, []);
    const faults: unknown[] = [];
    for (const row of due) await this.expire(db, row).catch((fault: unknown) => faults.push(fault));
    if (faults.length) throw new AggregateError(faults, `${faults.length} reservations are not released yet.`);
    return due.length === BATCH;
  }

  private expire(db: Db, { account_id, item_reservation_id, date_expire }: DueRow): Promise<void> {
    return db.transactFor([account_id], async (tx) => {
      const stored = await this.reservations.documents.lock(tx, item_reservation_id);
      // A client may have deleted or prolonged it while the lock was waited for.
      const isDue = stored?.header.date_expire?.getTime() === date_expire.getTime();
      if (stored && isDue && stored.header.status === 'active') await this.reservations.expire(tx, stored, SYSTEM);
    });
  }
}
