import { Page, RecordPageRequest } from '../common.js';
import { once, read, resource, write } from '../contract.js';
import { fact } from '../facts.js';
import { ANY_COUNT, COUNT, Flag, Id, Int, ListOf, OneOf, Text, When } from '../fields/fields.js';
import { DocumentHead, LINES, optional, ShownLine } from './document.js';

const ADDITIVE = { additive: true } as const;
export const MOST_COUNTED = 10_000;
const ITEMS = { ...LINES, max: MOST_COUNTED } as const;
const STATUS = '1: draft, 2: counting, 3: completed, 4: cancelled.';

class StockTakeJobKey {
  @Id() item_stock_take_job_id!: number;
}
export class ItemToCount {
  @Id() item_id!: number;
}
export class StockTakeJobAdd {
  @Id() location_id!: number;
  @Text(optional) comment?: string;
  @ListOf(() => ItemToCount, {
    ...ITEMS,
    ...optional,
    doc: 'The items to count, unless one of the fields below says which.',
  })
  items?: ItemToCount[];
  @Id({ ...optional, doc: 'All items of this category and of those below it.' }) category_id?: number;
  @Id({ ...optional, doc: 'All items of this brand.' }) brand_id?: number;
  @Flag({ ...optional, doc: 'All items.' }) all?: boolean;
}
class StockTakeJobAdded extends StockTakeJobKey {
  @Int({ ...COUNT, doc: 'Lines.' }) total!: number;
}
class StockTakeJobEdit extends StockTakeJobKey {
  @Text(optional) comment?: string;
  @ListOf(() => ItemToCount, {
    ...ITEMS,
    ...optional,
    doc: 'Replace the lines; the counts of items that stay are kept.',
  })
  items?: ItemToCount[];
}
export class CountedLine {
  @Id() item_id!: number;
  @Int({ min: 0, max: 2_000_000_000, doc: 'The pieces that are there now, those held by documents included.' })
  quantity!: number;
}
class StockTakeJobCount extends StockTakeJobKey {
  @ListOf(() => CountedLine, { ...LINES, doc: 'The last one of several counts of an item counts.' })
  items!: CountedLine[];
}
class StockTakeJobCounted {
  @Int({ ...COUNT, doc: 'How many counts were taken.' }) counted!: number;
}
export class SupersededLine {
  @Id() item_id!: number;
  @Text() name!: string;
  @Int({ ...COUNT, doc: 'The count, which changed nothing.' }) quantity!: number;
}
class StockTakeJobCompleted extends StockTakeJobKey {
  @Int({ ...COUNT, doc: 'How many lines changed the stock.' }) changed!: number;
  @ListOf(() => SupersededLine, {
    max: MOST_COUNTED,
    doc: 'Additive: lines that changed nothing, since a newer count of their item at the location was booked before.',
  })
  superseded!: SupersededLine[];
}
class StockTakeJobGet extends RecordPageRequest {
  @Id(optional) item_stock_take_job_id?: number;
  @When(optional) filter_date_modified?: string;
  @Int({ ...optional, min: 1, max: 4, doc: `Additive. ${STATUS}` }) filter_job_status_id?: number;
  @Flag({ ...optional, doc: 'Additive. true: lines show all their counts.' }) show_counts?: boolean;
  @OneOf(['item_stock_take_job_id', 'date_added', 'date_modified'], optional)
  sort?: 'item_stock_take_job_id' | 'date_added' | 'date_modified';
}
export class StockTakeCount {
  @Int(COUNT) quantity!: number;
  @Int({ ...ANY_COUNT, doc: 'The quantity on hand at the moment of the count.' }) quantity_expected!: number;
  @Id() user_id!: number;
  @Text({ doc: 'The name of the user who counted.' }) user!: string;
  @When() date_added!: string;
}
class StockTakeJobItem extends ShownLine {
  @Int({ ...COUNT, doc: 'The last count; 0 before there is one.' }) override quantity!: number;
  @Int({ ...ANY_COUNT, ...optional, doc: 'Additive: on hand at the moment of the count; absent before it.' })
  quantity_expected?: number;
  @Int({
    ...ANY_COUNT,
    ...optional,
    doc:
      'Additive: the count less what was on hand at its moment, ' +
      'and after the completion by how much this changed the stock.',
  })
  difference?: number;
  @Flag({ ...optional, doc: 'Additive: true if a newer count was booked before, so that this one changed nothing.' })
  superseded?: boolean;
  @ListOf(() => StockTakeCount, { ...optional, max: 1_000_000, doc: 'Additive, with show_counts: in their order.' })
  counts?: StockTakeCount[];
}
/** A stock take without its lines, of which there may be thousands: its facts carry no more. */
export class StockTakeJobHead extends DocumentHead {
  @Id() stock_take_job_id!: number;
  @Id({ doc: 'Additive: the same id.' }) item_stock_take_job_id!: number;
  @Id() location_id!: number;
  @Int({ min: 1, max: 4, doc: STATUS }) job_status_id!: number;
  @Int({ ...COUNT, doc: 'Additive: lines.' }) total!: number;
  @Int({ ...COUNT, doc: 'Additive: lines that are counted.' }) counted!: number;
  @Int({ ...COUNT, doc: 'Additive: lines whose stock the completion changed.' }) changed!: number;
}
class StockTakeJob extends StockTakeJobHead {
  @ListOf(() => StockTakeJobItem, { max: MOST_COUNTED }) items!: StockTakeJobItem[];
}
class StockTakeJobPage extends Page {
  @ListOf(() => StockTakeJob) stock_take_jobs!: StockTakeJob[];
}

export const stockTakeJob = resource('inventory/stock_take_job', 'inventory', {
  add: once(StockTakeJobAdd, StockTakeJobAdded, 'Plans to count items at a location; at most 10,000.', ADDITIVE),
  edit: write(
    StockTakeJobEdit,
    StockTakeJobKey,
    'Changes a stock take that is not over; absent fields stay.',
    ADDITIVE,
  ),
  count: once(
    StockTakeJobCount,
    StockTakeJobCounted,
    'Takes counts, each with what is on hand at this moment; sales go on meanwhile. ' +
      'It may be repeated, also by several users.',
    ADDITIVE,
  ),
  complete: write(
    StockTakeJobKey,
    StockTakeJobCompleted,
    'Makes the stock what was counted, and keeps what moved since. ' +
      'Of several counts of an item at the location the newest wins.',
    ADDITIVE,
  ),
  cancel: write(StockTakeJobKey, StockTakeJobKey, 'Ends a stock take without booking anything.', ADDITIVE),
  get: read(StockTakeJobGet, StockTakeJobPage, 'Lists stock takes.'),
});

export const stockTakeJobChanged = fact('inventory.stock_take_job', StockTakeJobHead, [
  'added',
  'edited',
  'counted',
  'completed',
  'cancelled',
]);
