import { type CallOf, deduction, type Deduction, deductionChanged, type DeductionLine } from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { authorOf, dateAdded, shownDocument } from '../document/shown-document.js';
import { StockDocument } from '../document/stock-document.js';
import { DeductionLineRow, DeductionRow } from './deduction.entity.js';

@Controller()
export class DeductionHandlers {
  private readonly deductions: StockDocument<
    DeductionRow,
    DeductionLineRow,
    'item_deduction_id',
    DeductionLine,
    Deduction
  >;

  constructor(private readonly db: Db) {
    this.deductions = new StockDocument(db, {
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

  @Handles(deduction.add)
  add(call: CallOf<typeof deduction.add>) {
    const { caller, input } = call;
    const values = { ...authorOf(caller), ...dateAdded(input), comment: input.comment };
    return this.db.transact(call, async (tx) => {
      const { header } = await this.deductions.add(tx, call, values, input.deduction);
      return { item_deduction_id: header.item_deduction_id };
    });
  }

  @Handles(deduction.edit)
  edit(call: CallOf<typeof deduction.edit>) {
    const { item_deduction_id, comment, deduction: lines } = call.input;
    return this.db.transact(call, async (tx) => {
      const stored = await this.deductions.documents.claim(tx, call);
      await this.deductions.edit(tx, call, stored, { comment }, lines);
      return { item_deduction_id };
    });
  }

  @Handles(deduction.delete)
  delete(call: CallOf<typeof deduction.delete>) {
    const { item_deduction_id } = call.input;
    return this.db.transact(call, async (tx) => {
      await this.deductions.remove(tx, call, await this.deductions.documents.claim(tx, call));
      return { item_deduction_id };
    });
  }

  @Handles(deduction.get)
  async get(call: CallOf<typeof deduction.get>) {
    const { records, ...page } = await this.deductions.documents.list(call, {});
    return { ...page, deductions: records };
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
