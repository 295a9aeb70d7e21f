import {
  type CallOf,
  type Fault,
  transfer,
  type Transfer,
  transferChanged,
  type TransferLine,
} from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { authorOf, shownDocument } from '../document/shown-document.js';
import { StockDocument } from '../document/stock-document.js';
import { TransferLineRow, TransferRow } from './transfer.entity.js';

@Controller()
export class TransferHandlers {
  private readonly transfers: StockDocument<TransferRow, TransferLineRow, 'item_transfer_id', TransferLine, Transfer>;

  constructor(private readonly db: Db) {
    this.transfers = new StockDocument(db, {
      document: 'transfer',
      moves: { counts_as: 'neither', at_average: true },
      header: TransferRow,
      line: TransferLineRow,
      key: 'item_transfer_id',
      changed: transferChanged,
      show: toTransfer,
      placesOf: ({ from_location_id, to_location_id, quantity }) => [
        { field: 'from_location_id', location_id: from_location_id, quantity: -quantity },
        { field: 'to_location_id', location_id: to_location_id, quantity },
      ],
      rowOf: ({ item_id, from_location_id, to_location_id, quantity }, { line_id, name }) => {
        return { line_id, item_id, name, from_location_id, to_location_id, quantity };
      },
    });
  }

  @Handles(transfer.add)
  add(call: CallOf<typeof transfer.add>) {
    const { caller, input } = call;
    const values = { ...authorOf(caller), comment: input.comment ?? '' };
    return this.db.transact(call, async (tx) => {
      const faults = samePlaces(input.transfer);
      const { header } = await this.transfers.add(tx, call, values, input.transfer, { faults });
      return { item_transfer_id: header.item_transfer_id };
    });
  }

  @Handles(transfer.edit)
  edit(call: CallOf<typeof transfer.edit>) {
    const { item_transfer_id, comment, transfer: lines } = call.input;
    return this.db.transact(call, async (tx) => {
      const stored = await this.transfers.documents.claim(tx, call);
      await this.transfers.edit(tx, call, stored, { comment }, lines, { faults: samePlaces(lines) });
      return { item_transfer_id };
    });
  }

  @Handles(transfer.delete)
  delete(call: CallOf<typeof transfer.delete>) {
    const { item_transfer_id } = call.input;
    return this.db.transact(call, async (tx) => {
      await this.transfers.remove(tx, call, await this.transfers.documents.claim(tx, call));
      return { item_transfer_id };
    });
  }

  @Handles(transfer.get)
  async get(call: CallOf<typeof transfer.get>) {
    const { records, ...page } = await this.transfers.documents.list(call, {});
    return { ...page, transfers: records };
  }
}

const samePlaces = (lines: readonly TransferLine[] = []): Fault[] =>
  lines.flatMap(({ from_location_id, to_location_id }, index): Fault[] => {
    if (from_location_id !== to_location_id) return [];
    const field = `transfer[${index}].to_location_id`;
    return [{ code: 'invalid', field, message: `${field} must differ from from_location_id.` }];
  });

const toTransfer = (header: TransferRow, lines: readonly TransferLineRow[]): Transfer => ({
  item_transfer_id: header.item_transfer_id,
  ...shownDocument(header),
  items: lines.map(({ item_id, name, from_location_id, to_location_id, quantity }) => {
    return { item_id, name, from_location_id, to_location_id, quantity };
  }),
});
