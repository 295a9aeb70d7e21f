import { type CallOf, deduction } from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { authorOf, dateAdded } from '../document/shown-document.js';
import { Deductions } from './deductions.js';

@Controller()
export class DeductionHandlers {
  constructor(
    private readonly db: Db,
    private readonly deductions: Deductions,
  ) {}

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
