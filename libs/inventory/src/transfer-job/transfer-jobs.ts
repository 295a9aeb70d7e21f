import {
  type Call,
  type Fault,
  Refused,
  type TransferJob,
  transferJobChanged,
  type TransferJobLine,
} from '@stockbook/contracts';
import { Db, type Tx } from '@stockbook/persistence';
import { type HeaderValues, matchLines } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import { itemsOfLines, shownLineName } from '../document/document-items.js';
import { ItemDocuments } from '../document/item-documents.js';
import { IS_OPEN_JOB, JOB } from '../document/job-status.js';
import { useOfItem } from '../document/document-uses.js';
import { shownDocument } from '../document/shown-document.js';
import { holdKinds } from '../item/bundle/kind-changes.js';
import { LockedStock } from '../ledger/locked-stock.js';
import { move, type StockOperation } from '../ledger/stock-ledger.js';
import type { Step, StoredTransferJob } from './transfer-job-steps.js';
import { TransferJobLineRow, TransferJobRow } from './transfer-job.entity.js';

type Header = HeaderValues<TransferJobRow, 'item_transfer_job_id'>;
type Change = 'shipped' | 'received' | 'completed' | 'cancelled';
export type JobCall = Call<{ readonly item_transfer_job_id: number }>;

export const TRANSFER_JOB = { table: 'transfer_job', key: 'item_transfer_job_id' } as const;
export const TRANSFER_JOB_OF_ITEM = useOfItem(TRANSFER_JOB, 'is still in', IS_OPEN_JOB);

/** Writes transfer jobs together with the pieces that they move. */
@Injectable()
export class TransferJobs {
  readonly documents: ItemDocuments<TransferJobRow, TransferJobLineRow, 'item_transfer_job_id', TransferJob, Change>;

  constructor(db: Db) {
    this.documents = new ItemDocuments(db, {
      header: TransferJobRow,
      line: TransferJobLineRow,
      key: TRANSFER_JOB.key,
      changed: transferJobChanged,
      show: toTransferJob,
    });
  }

  async add(
    tx: Tx,
    call: Call,
    values: Omit<Header, 'job_status_id'>,
    given: readonly TransferJobLine[],
    known: readonly Fault[],
  ) {
    const lines = await draftLines(tx, call, [], given, known);
    const { header } = await this.documents.insert(tx, call, { ...values, job_status_id: JOB.draft }, lines);
    return header.item_transfer_job_id;
  }

  async edit(
    tx: Tx,
    call: Call,
    stored: StoredTransferJob,
    values: Partial<Header>,
    given: readonly TransferJobLine[] | undefined,
    known: readonly Fault[],
  ): Promise<void> {
    if (!given) Refused.ifAny(known);
    const lines = given ? await draftLines(tx, call, stored.lines, given, known) : stored.lines;
    await this.documents.update(tx, call, stored, values, lines);
  }

  /** Takes a claimed job one step further: moves the pieces and writes the lines that the step leaves. */
  async advance(
    tx: Tx,
    call: Call,
    stored: StoredTransferJob,
    change: Change,
    { lines, moves }: Step,
    counts_as: StockOperation['counts_as'] = 'neither',
  ): Promise<void> {
    const { account_id } = tx;
    const { user_id, username } = call.caller;
    const { to_location_id } = stored.header;
    const job_status_id = STATUS_AFTER[change];
    // The destination shows what is incoming even if it never had the item.
    const keys = moves.flatMap(({ item_id, location_id }) =>
      [location_id, to_location_id].map((place) => ({ account_id, item_id, location_id: place })),
    );
    const locked = await LockedStock.of(tx, keys);
    const changed = await this.documents.update(tx, call, stored, { job_status_id }, lines, change);
    if (!changed || !moves.length) return;
    const { item_transfer_job_id: document_id, version: document_version, comment } = changed.header;
    const operation = {
      document: TRANSFER_JOB.table,
      document_id,
      document_version,
      user_id,
      username,
      comment,
      counts_as,
    };
    await move(tx, operation, moves, locked);
  }
}

const STATUS_AFTER: Readonly<Record<Change, number>> = {
  shipped: JOB.active,
  received: JOB.active,
  completed: JOB.completed,
  cancelled: JOB.cancelled,
};

/** Returns the lines of a draft as rows; refuses them with every reason, those that are `known` first. */
async function draftLines(
  tx: Tx,
  { caller }: Call,
  stored: readonly TransferJobLineRow[],
  given: readonly TransferJobLine[],
  known: readonly Fault[],
) {
  const lines = matchLines(
    stored,
    given,
    ({ item_id }) => String(item_id),
    () => true,
  );
  holdKinds(tx);
  const { items, faults } = await itemsOfLines(tx, caller, 'items', lines);
  Refused.ifAny([...known, ...faults]);
  return lines.map((line) => {
    const { item_id, quantity } = line.given;
    const name = shownLineName(line, items.get(item_id));
    const nothing = { quantity_in_transit: 0, quantity_received: 0, quantity_lost: 0 };
    return { line_id: line.line_id, item_id, name, quantity, ...nothing };
  });
}

const toTransferJob = (header: TransferJobRow, lines: readonly TransferJobLineRow[]): TransferJob => ({
  item_transfer_job_id: header.item_transfer_job_id,
  from_location_id: header.from_location_id,
  to_location_id: header.to_location_id,
  job_status_id: header.job_status_id,
  ...shownDocument(header),
  items: lines.map(({ item_id, name, quantity, quantity_received, quantity_in_transit, quantity_lost }) => {
    return { item_id, name, quantity, quantity_received, quantity_in_transit, quantity_lost };
  }),
});
