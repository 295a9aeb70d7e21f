import { type Transfer, transferChanged, type TransferLine } from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Injectable } from '@nestjs/common';
import { shownDocument } from '../document/shown-document.js';
import { StockDocument } from '../document/stock-document.js';
import { TransferLineRow, TransferRow } from './transfer.entity.js';

@Injectable()
export class Transfers extends StockDocument<TransferRow, TransferLineRow, 'item_transfer_id', TransferLine, Transfer> {
  constructor(db: Db) {
    super(db, {
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
}

const toTransfer = (header: TransferRow, lines: readonly TransferLineRow[]): Transfer => ({
  item_transfer_id: header.item_transfer_id,
  ...shownDocument(header),
  items: lines.map(({ item_id, name, from_location_id, to_location_id, quantity }) => {
    return { item_id, name, from_location_id, to_location_id, quantity };
  }),
});
