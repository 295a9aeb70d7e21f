import { type Deduction, deductionChanged, type DeductionLine } from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Injectable } from '@nestjs/common';
import { shownDocument } from '../document/shown-document.js';
import { StockDocument } from '../document/stock-document.js';
import { DeductionLineRow, DeductionRow } from './deduction.entity.js';

@Injectable()
export class Deductions extends StockDocument<
  DeductionRow,
  DeductionLineRow,
  'item_deduction_id',
  DeductionLine,
  Deduction
> {
  constructor(db: Db) {
    super(db, {
      document: 'deduction',
      moves: { counts_as: 'deducted' },
      takes_components: true,
      header: DeductionRow,
      line: DeductionLineRow,
      key: 'item_deduction_id',
      changed: deductionChanged,
      show: toDeduction,
      placesOf: ({ location_id, quantity }) => [{ field: 'location_id', location_id, quantity: -quantity }],
      rowOf: ({ item_id, location_id, quantity }, terms, components) => {
        return { item_id, location_id, quantity, ...terms, components };
      },
    });
  }
}

const toDeduction = (header: DeductionRow, lines: readonly DeductionLineRow[]): Deduction => ({
  item_deduction_id: header.item_deduction_id,
  ...shownDocument(header),
  items: lines.map(({ item_id, name, location_id, quantity, cost }) => ({
    item_id,
    name,
    location_id,
    quantity,
    cost,
  })),
});
