import { Page, PageRequest } from '../common.js';
import { Flag, Id, ListOf, Text, When } from '../fields/fields.js';

export class OrderHistoryAdd {
  @Id() order_id!: number;
  @Id({ optional: true, doc: 'The new status; 0: the order keeps its own.' }) order_status_id?: number;
  @Text({ optional: true }) comment?: string;
}
export class OrderHistoryGet extends PageRequest {
  @Id() order_id!: number;
  @Flag({ optional: true, doc: 'Reads the history of a deleted order too.' }) filter_deleted?: boolean;
}
export class OrderHistory {
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
