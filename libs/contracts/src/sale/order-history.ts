import { Page, RecordOutcome, RecordPageRequest } from '../common.js';
import { Flag, Id, Ids, ListOf, Text, When } from '../fields/fields.js';

export class OrderHistoryAdd {
  @Id({ optional: true }) order_id?: number;
  @Ids({
    optional: true,
    max: 500,
    doc: 'Additive. The ids of several orders, each changed or refused by itself; takes priority over order_id.',
  })
  batch_id?: number[];
  @Id({ optional: true, doc: 'The new status; 0: the order keeps its own.' }) order_status_id?: number;
  @Text({ optional: true }) comment?: string;
}
class OrderHistoryOutcome extends RecordOutcome {
  @Id() order_id!: number;
}
export class OrderHistoryAdded {
  @ListOf(() => OrderHistoryOutcome, { optional: true, doc: 'The outcomes of batch_id, in its order.' })
  results?: OrderHistoryOutcome[];
}
export class OrderHistoryGet extends RecordPageRequest {
  @Id() order_id!: number;
  @Flag({ optional: true, doc: 'Reads the history of a deleted order too.' }) filter_deleted?: boolean;
}
export class OrderHistory {
  @Id({ doc: 'Additive.' }) order_history_id!: number;
  @Text() order_status!: string;
  @Id() order_status_id!: number;
  @Id({ doc: '0: the system.' }) user_id!: number;
  @Text() user!: string;
  @Text() comment!: string;
  @When() date_added!: string;
}
export class OrderHistoryPage extends Page {
  @Id() order_id!: number;
  @Id({ doc: 'The status now.' }) order_status_id!: number;
  @ListOf(() => OrderHistory) histories!: OrderHistory[];
}
