import { SecretKeys } from '@stockbook/auth';
import { type CallOf, paymentMethod, PaymentMethod, paymentMethodChanged, Refused } from '@stockbook/contracts';
import { claim, Db, type Tx } from '@stockbook/persistence';
import { Configurations, Handles, PlainRecords, referenceFaults, showAs } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { groupFaults } from '../channel-group/group-scope.js';
import { text } from '../text.js';
import { PaymentMethodRow } from './payment-method.entity.js';

@Controller()
export class PaymentMethodHandlers {
  private readonly methods: PlainRecords<PaymentMethodRow, 'payment_method_id', PaymentMethod>;
  private readonly configurations: Configurations;

  constructor(
    private readonly db: Db,
    keys: SecretKeys,
  ) {
    this.configurations = new Configurations(keys, 'setting/payment_method');
    this.methods = new PlainRecords(
      db,
      PaymentMethodRow,
      'payment_method_id',
      paymentMethodChanged,
      showAs(PaymentMethod),
    );
  }

  @Handles(paymentMethod.add)
  add(call: CallOf<typeof paymentMethod.add>) {
    const { caller, input } = call;
    return this.db.transact(call, async (tx) => {
      const faults = await groupFaults(tx, caller, input.channel_group_id ?? 0);
      const columns = this.configurations.columns(input.configuration ?? {}, caller, faults);
      Refused.ifAny([...faults, ...(await statusFaults(tx, call))]);
      return this.methods.insert(tx, { ...call, input: { ...input, ...columns } });
    });
  }

  @Handles(paymentMethod.edit)
  edit(call: CallOf<typeof paymentMethod.edit>) {
    const { caller, input } = call;
    return this.db.transact(call, async (tx) => {
      const row = await claim(tx, caller, PaymentMethodRow, { payment_method_id: input.payment_method_id });
      const faults = await groupFaults(
        tx,
        caller,
        input.channel_group_id ?? row.channel_group_id,
        row.channel_group_id,
      );
      const columns = input.configuration && this.configurations.columns(input.configuration, row, faults);
      Refused.ifAny([...faults, ...(await statusFaults(tx, call))]);
      return this.methods.update(tx, call, { ...input, ...columns });
    });
  }

  @Handles(paymentMethod.delete)
  delete(call: CallOf<typeof paymentMethod.delete>) {
    return this.methods.delete(call);
  }

  @Handles(paymentMethod.get)
  async get(call: CallOf<typeof paymentMethod.get>) {
    const sorts = {
      name: text.sortedName('payment_method.name'),
      sort_order: 'payment_method.sort_order',
      date_modified: 'payment_method.date_modified',
    };
    const { records, ...page } = await this.methods.list(call, sorts);
    return { ...page, payment_methods: records };
  }
}

/** Returns faults of the references beside the channel group. A status that stays as it is stored is checked too. */
function statusFaults(tx: Tx, { caller, input }: CallOf<typeof paymentMethod.add | typeof paymentMethod.edit>) {
  const { order_status_id, credit_note_status_id } = input;
  return referenceFaults(tx, caller, PaymentMethodRow, { order_status_id, credit_note_status_id });
}
