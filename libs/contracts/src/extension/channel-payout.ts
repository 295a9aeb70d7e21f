import { once, read, resource } from '../contract.js';
import { fact } from '../facts.js';
import { Id, Int, ListOf, Money, Name, OneOf, partialOf, Text, When } from '../fields/fields.js';

const optional = { optional: true } as const;
const COUNT = { min: 0, max: 500 } as const;

/** The most days that one request for payouts may span. */
export const PAYOUT_DAYS = 15;

export class PayoutAdd {
  @Text({ min: 1, max: 255, trim: true, doc: "The channel's own key of this payout; a repeated one is recorded once." })
  reference!: string;
  @Id({ ...optional, doc: 'An order of the channel; else the order with imported_order_id.' }) order_id?: number;
  @Text({ ...optional, max: 255, doc: 'Order ID of the external channel.' }) imported_order_id?: string;
  @Name({ doc: 'Like Sales or Commission.' }) name!: string;
  @Money({ doc: 'Below 0: taken by the channel.' }) amount!: number;
  @Text({ max: 16, doc: 'Code of a currency of the account.' }) currency!: string;
  @When({ doc: 'Paid out.' }) date!: string;
}
export class ChannelPayoutAdd {
  @Id() channel_id!: number;
  @ListOf(() => PayoutAdd, { min: 1, max: 500 }) payouts!: PayoutAdd[];
}
class PayoutOrder {
  @Int({ ...COUNT, doc: 'The place in the request, from 0.' }) index!: number;
  @Id() order_id!: number;
}
class ChannelPayoutAdded {
  @Int(COUNT) added!: number;
  @Int({ ...COUNT, doc: 'Payouts that were recorded before.' }) repeated!: number;
  @ListOf(() => PayoutOrder) results!: PayoutOrder[];
}

class ChannelPayoutGet {
  @Id() channel_id!: number;
  @When() date_start!: string;
  @When({ bound: 'end', doc: `It is at most ${PAYOUT_DAYS} days after date_start.` }) date_end!: string;
  @OneOf(['formatted', 'raw'], { ...optional, doc: 'Default raw: all that is recorded.' }) type?: 'formatted' | 'raw';
  @Text({ ...optional, max: 255, doc: 'The `more` of the page before.' }) next?: string;
  @Int({ ...optional, min: 1, max: 100, doc: 'Additive. Results per page; default 100.' }) limit?: number;
}
export class ChannelPayout {
  @Id() channel_payout_id!: number;
  @Id() channel_id!: number;
  @Text({ doc: "The channel's own key." }) reference!: string;
  @Id() order_id!: number;
  @Text() imported_order_id!: string;
  @Text() name!: string;
  @Money() amount!: number;
  @Text() currency!: string;
  @When() date!: string;
  @Id() user_id!: number;
  @Text({ doc: 'The name of that user.' }) user!: string;
  @When() date_added!: string;
}
export const payoutAdded = fact('extension.report.channel_payout', ChannelPayout, ['added']);

/** The formatted payout has only order_id, imported_order_id, name, amount, currency and date. */
const ListedPayout = partialOf(ChannelPayout, 'ListedPayout');
class ChannelPayoutPage {
  @ListOf(() => ListedPayout, { doc: 'The oldest first.' }) results!: Partial<ChannelPayout>[];
  @Text({ ...optional, doc: 'Gives the next page as `next`; absent on the last one.' }) more?: string;
}

export const channelPayout = resource('extension/report/channel_payout', 'sales', {
  add: once(ChannelPayoutAdd, ChannelPayoutAdded, 'Records payouts of a channel for its orders and locks these.', {
    additive: true,
  }),
  get: read(ChannelPayoutGet, ChannelPayoutPage, 'Lists the payouts of one channel over at most 15 days.'),
});
