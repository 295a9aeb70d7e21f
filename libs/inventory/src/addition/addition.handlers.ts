import { addition, type CallOf } from '@stockbook/contracts';
import { Db, SharedWrites } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { References } from '../references.js';
import { Additions, type NewAddition } from './additions.js';

@Controller()
export class AdditionHandlers {
  private readonly writes;

  constructor(
    private readonly db: Db,
    private readonly references: References,
    private readonly additions: Additions,
  ) {
    this.writes = SharedWrites.each(db, (tx, given: NewAddition) => additions.add(tx, given), {
      rowsOf: ({ call }) => call.input.addition.length,
      keysOf: changedBy,
    });
  }

  @Handles(addition.add, { sharesConnections: true })
  async add(call: CallOf<typeof addition.add>) {
    return this.writes.run({ call, pricing: await this.references.rateOf(call.caller, call.input) });
  }

  @Handles(addition.edit)
  async edit(call: CallOf<typeof addition.edit>) {
    const { item_addition_id } = call.input;
    const rate = await this.references.rateOf(call.caller, call.input);
    return this.db.transact(call, async (tx) => {
      await this.additions.edit(tx, call, rate);
      return { item_addition_id };
    });
  }

  @Handles(addition.delete)
  delete(call: CallOf<typeof addition.delete>) {
    const { item_addition_id } = call.input;
    return this.db.transact(call, async (tx) => {
      await this.additions.remove(tx, call);
      return { item_addition_id };
    });
  }

  @Handles(addition.get)
  async get(call: CallOf<typeof addition.get>) {
    const { documents } = this.additions;
    const query = documents.query(call);
    const { filter_purchase_order_id: id } = call.input;
    if (id !== undefined) query.andWhere('addition.purchase_order_id = :id', { id });
    const { records, ...page } = await documents.list(call, {}, query);
    return { ...page, additions: records };
  }
}

const changedBy = ({ call: { input } }: NewAddition): string[] => [
  ...input.addition.map(({ item_id }) => `item ${item_id}`),
  ...(input.purchase_order_id ? [`purchase order ${input.purchase_order_id}`] : []),
];
