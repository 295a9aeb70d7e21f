import { Flag, Id, Money, Rate, Text, When } from '../fields/fields.js';
import { Revision } from '../revision.js';

/** The fields that orders and credit notes show alike. */
export class SaleDocument {
  @Text({ doc: 'Order ID of the external channel.' }) imported_order_id!: string;
  @Id() location_id!: number;
  @Id() channel_id!: number;
  @Text() channel!: string;
  @Text() payment_method!: string;
  @Id() customer_id!: number;
  @Text() firstname!: string;
  @Text() lastname!: string;
  @Text() email!: string;
  @Text({ doc: 'First and last name merged.' }) name!: string;
  @Text() company!: string;
  @Text() telephone!: string;
  @Text() telephone_2!: string;
  @Text() currency!: string;
  @Rate() currency_value!: number;
  @Money() total!: number;
  @Money({ optional: true, cost: true, doc: 'Quantity x unit cost of all lines, in the base currency.' }) cost?: number;
  @Text() comment!: string;
  @Flag({ doc: 'Locked from editing.' }) locked!: boolean;
  @When() date_added!: string;
  @When() date_modified!: string;
  @Revision() revision!: number;
}
