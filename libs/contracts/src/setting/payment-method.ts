import { Page, RecordPageRequest } from '../common.js';
import { once, read, resource, write } from '../contract.js';
import { fact } from '../facts.js';
import { CommaIds, Flag, Id, Int, Json, ListOf, Name, OneOf, Text, When } from '../fields/fields.js';
import { shownDoc } from '../shown-configuration.js';

class PaymentMethodKey {
  @Id() payment_method_id!: number;
}
class PaymentMethodFields {
  @Id({ optional: true, doc: '0: seen by all channel groups.' }) channel_group_id?: number;
  @Id({ optional: true, doc: "Orders paid by it start in this status; 0: the company's default." })
  order_status_id?: number;
  @Id({ optional: true, doc: 'Credit notes paid back by it start in this status; 0: none.' })
  credit_note_status_id?: number;
  @Json({
    optional: true,
    doc:
      'Replaced as a whole; a value that is sent as its mask stays as it is. ' +
      'A mask without a stored value is refused.',
  })
  configuration?: Record<string, unknown>;
  @Int({ optional: true }) sort_order?: number;
}
class PaymentMethodAdd extends PaymentMethodFields {
  @Name() name!: string;
}
class PaymentMethodEdit extends PaymentMethodFields {
  @Id() payment_method_id!: number;
  @Name({ optional: true }) name?: string;
}
class PaymentMethodGet extends RecordPageRequest {
  @Id({ optional: true }) payment_method_id?: number;
  @When({ optional: true }) filter_date_modified?: string;
  @Flag({ optional: true }) filter_deleted?: boolean;
  @CommaIds({ optional: true }) filter_channel_group_id?: string;
  @OneOf(['name', 'sort_order', 'date_modified'], { optional: true }) sort?: 'name' | 'sort_order' | 'date_modified';
}
export class PaymentMethod extends PaymentMethodKey {
  @Id() channel_group_id!: number;
  @Text() name!: string;
  @Id({ doc: 'Default order status.' }) order_status_id!: number;
  @Id({ doc: 'Default credit note status.' }) credit_note_status_id!: number;
  @Json({ doc: shownDoc('setting/payment_method') }) configuration!: Record<string, unknown>;
  @Int() sort_order!: number;
  @When() date_modified!: string;
  @Flag({ optional: true }) deleted?: boolean;
}
class PaymentMethodPage extends Page {
  @ListOf(() => PaymentMethod) payment_methods!: PaymentMethod[];
}

export const paymentMethod = resource('setting/payment_method', 'settings', {
  add: once(PaymentMethodAdd, PaymentMethodKey, 'Adds a payment method.'),
  edit: write(PaymentMethodEdit, PaymentMethodKey, 'Changes a payment method; absent fields stay as they are.'),
  delete: once(PaymentMethodKey, PaymentMethodKey, 'Deletes a payment method; filter_deleted still lists it.'),
  get: read(PaymentMethodGet, PaymentMethodPage, 'Lists payment methods.'),
});

export const paymentMethodChanged = fact('setting.payment_method', PaymentMethod);
