import { type CallOf, type Fault, transfer, type TransferLine } from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { authorOf } from '../document/shown-document.js';
import { Transfers } from './transfers.js';

@Controller()
export class TransferHandlers {
  constructor(
    private readonly db: Db,
    private readonly transfers: Transfers,
  ) {}

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
