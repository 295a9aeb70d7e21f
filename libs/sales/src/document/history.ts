import { type RecordPageRequest, shownDate } from '@stockbook/contracts';
import {
  behind,
  countedTotal,
  type Cut,
  type Db,
  fittingPage,
  startOf,
  statement,
  type Tx,
} from '@stockbook/persistence';

type Kind = 'order' | 'credit_note';
type Direction = 'ASC' | 'DESC';

/** An entry of a document's history as it is read. */
interface HistoryRow {
  readonly id: number;
  readonly status: string;
  readonly status_id: number;
  readonly user_id: number;
  readonly username: string;
  readonly comment: string;
  readonly date_added: Date;
}
export interface HistoryEntry extends Omit<HistoryRow, 'username' | 'date_added'> {
  readonly user: string;
  readonly date_added: string;
}

const historyTable = (kind: Kind) => `sales.sale_${kind}_history`;

function statementsOf(kind: Kind) {
  const ofOne = `FROM ${historyTable(kind)} WHERE account_id = $1 AND ${kind}_id = $2`;
  const columns = `${kind}_status_id, ${kind}_status, user_id, username, comment`;
  const page = (direction: Direction) =>
    statement(
      `${kind}_history_${direction}`,
      `SELECT ${kind}_history_id AS id, ${kind}_status AS status, ${kind}_status_id AS status_id, user_id, username,
         comment, date_added ${ofOne} AND ${kind}_history_id ${behind({ order: direction }, '$3')}
       ORDER BY ${kind}_history_id ${direction} LIMIT $4 OFFSET $5`,
    );
  return {
    pages: { ASC: page('ASC'), DESC: page('DESC') },
    count: statement(`count_${kind}_history`, `SELECT count(*) AS total ${ofOne}`),
    add: statement(
      `add_${kind}_history`,
      `INSERT INTO ${historyTable(kind)} (account_id, ${kind}_id, ${columns})
       SELECT $1, ${kind}_id, ${columns} FROM jsonb_populate_recordset(NULL::${historyTable(kind)}, $2)`,
    ),
  };
}
const statements = { order: statementsOf('order'), credit_note: statementsOf('credit_note') };

const TEXTS = ['status', 'username', 'comment'];

/** It is no `LongList`, because it is short. */
export async function historyPage(
  db: Db,
  kind: Kind,
  account_id: number,
  id: number,
  request: RecordPageRequest,
): Promise<{ page: Cut & { total: number }; entries: HistoryEntry[] }> {
  const { pages, count } = statements[kind];
  const of = [account_id, id];
  const [{ rows, cut }, total] = await Promise.all([
    fittingPage<HistoryRow>(db, pages[request.order ?? 'DESC'], [...of, startOf(request)], TEXTS, request),
    countedTotal(db, count, of, request),
  ]);
  const entries = rows.map(({ username, date_added, ...row }) => ({
    ...row,
    user: username,
    date_added: shownDate(date_added),
  }));
  return { page: { total, ...cut }, entries };
}

/** Writes what a user did to documents, with their status after that. */
export async function recordHistory(tx: Tx, kind: Kind, entries: readonly object[]): Promise<void> {
  await tx.query(statements[kind].add, [tx.account_id, JSON.stringify(entries)]);
}
