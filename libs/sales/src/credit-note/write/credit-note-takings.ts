import { type Call, demandedStock, ownCall, Refused, type StockDemand, SYSTEM } from '@stockbook/contracts';
import { Db, selectionOf, statement, type Tx } from '@stockbook/persistence';
import { ownAsking, Services } from '@stockbook/rpc';
import type { Job } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { demandOf } from '../record/credit-note-facts.js';
import { type CreditNoteRecord, readCreditLines } from '../record/credit-note-records.js';
import { CreditNoteRow } from '../record/credit-note.entity.js';
import { UntakenPieces } from './taken-back.js';

const BATCH = 100;
/** A request cannot take longer than this. */
const TAKING = "interval '30 seconds'";
/** A request waits this long while another one changes the credit note. */
const PAUSE_MS = 20;

const BEGIN = statement(
  'begin_credit_note_taking',
  `UPDATE sales.sale_credit_note SET demand_version = demand_version + 1, taking_until = clock_timestamp() + ${TAKING}
   WHERE account_id = $1 AND credit_note_id = $2 AND demand_version = $3
     AND COALESCE(taking_until <= clock_timestamp(), true)
   RETURNING ${selectionOf(CreditNoteRow)}`,
);
/** A change that was written has ended it already, or another request has begun anew. */
const END = statement(
  'end_credit_note_taking',
  `UPDATE sales.sale_credit_note SET taking_until = CASE WHEN $4 THEN clock_timestamp() END
   WHERE account_id = $1 AND credit_note_id = $2 AND demand_version = $3 AND taking_until IS NOT NULL`,
);
const DUE = statement(
  'credit_note_takings_due',
  `SELECT account_id, credit_note_id, demand_version FROM sales.sale_credit_note
   WHERE taking_until IS NOT NULL AND taking_until <= now() ORDER BY taking_until LIMIT ${BATCH}`,
);
const IS_NONE_LEFT = statement(
  'no_credit_note_taking',
  'SELECT NOT EXISTS (SELECT FROM sales.sale_credit_note WHERE taking_until IS NOT NULL) AS is_idle',
);

type Change<T> = (tx: Tx, taken?: StockDemand) => Promise<T>;
type Due = Pick<CreditNoteRecord, 'account_id' | 'credit_note_id' | 'demand_version'>;

/** Inventory takes pieces back before the write; if that fails, a job makes the stock follow. */
@Injectable()
export class CreditNoteTakings implements Job {
  readonly idle = IS_NONE_LEFT;

  constructor(
    private readonly db: Db,
    private readonly services: Services,
  ) {}

  /** A change that needs pieces which are not taken yet is rolled back, and runs again when they are. */
  async write<T extends object>(call: Call, change: Change<T>, taken?: StockDemand): Promise<T> {
    const result = await this.db
      .transact(call, (tx) => change(tx, taken))
      .catch(async (fault: unknown) => {
        if (taken) await this.giveUp(call, taken);
        if (fault instanceof UntakenPieces) return fault;
        throw fault;
      });
    return result instanceof UntakenPieces ? this.write(call, change, await this.take(call, result.demand)) : result;
  }

  async run(db: Db): Promise<boolean> {
    const due = await db.query<Due>(DUE, []);
    for (const note of due) await this.settle(note);
    return due.length === BATCH;
  }

  /** Undefined after a pause if another request takes some of the same credit note. */
  private async take(call: Call, demand: StockDemand): Promise<StockDemand | undefined> {
    const next = { ...demand, version: demand.version + 1 };
    const isBegun = call.dry_run || (await this.begin(call.caller.account_id, demand.document_id, demand.version));
    if (!isBegun) return pause(call, demand);
    await this.follow(call, next);
    return call.dry_run ? demand : next;
  }

  private begin(account_id: number, credit_note_id: number, version: number) {
    return this.db.transactFor([account_id], async (tx) => {
      const [note] = await tx.query<CreditNoteRecord>(BEGIN, [account_id, credit_note_id, version]);
      return note && { note, lines: await readCreditLines(tx, account_id, [credit_note_id]) };
    });
  }

  private async follow(call: Call, demand: StockDemand): Promise<void> {
    try {
      await this.services.ask(demandedStock.follow, ownCall(call, demand));
    } catch (fault) {
      await this.giveUp(call, demand);
      throw fault;
    }
  }

  /** If the database is away, the credit note comes to be due by itself. */
  private async giveUp(call: Call, demand: StockDemand): Promise<void> {
    if (!call.dry_run) await this.end(call.caller.account_id, demand, true).catch(() => undefined);
  }

  private end(account_id: number, { document_id, version }: StockDemand, is_due: boolean): Promise<unknown> {
    return this.db.transactFor([account_id], (tx) => tx.query(END, [account_id, document_id, version, is_due]));
  }

  private async settle({ account_id, credit_note_id, demand_version }: Due): Promise<void> {
    const state = await this.begin(account_id, credit_note_id, demand_version);
    if (!state) return;
    const input = demandOf(state, SYSTEM);
    await this.follow({ ...ownAsking(account_id), input }, input);
    await this.end(account_id, input, false);
  }
}

async function pause({ deadline }: Call, { document_id }: StockDemand): Promise<undefined> {
  if (Date.now() + PAUSE_MS >= deadline) {
    const message =
      `Another request still changes credit note ${document_id}; ` + 'the same request can be repeated safely.';
    throw new Refused({ code: 'timeout', message });
  }
  await delay(PAUSE_MS);
}
