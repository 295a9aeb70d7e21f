import { type CallOf, type creditNote, isAsked, type ListedCreditNote, parseIds } from '@stockbook/contracts';
import {
  Conditions,
  type Cut,
  cutAfter,
  Db,
  recordMarks,
  indexed,
  isIndexed,
  LongList,
  type LongListTerms,
  pageChildrenReader,
  rowColumns,
} from '@stockbook/persistence';
import { Injectable } from '@nestjs/common';
import { currentCustomer, OF_CUSTOMER } from '../customer/unmoved-records.js';
import { text } from '../text.js';
import { CreditNoteProductRow } from './record/credit-note-product.entity.js';
import type { CreditNoteRecord } from './record/credit-note-records.js';
import { toCreditNote } from './record/credit-note-shown.js';
import { CreditNoteRow } from './record/credit-note.entity.js';

type Get = CallOf<typeof creditNote.get>;
type Sort = NonNullable<Get['input']['sort']>;

const readLines = pageChildrenReader(
  'listed_credit_note_lines',
  rowColumns(CreditNoteProductRow, 'line'),
  'credit_note_id',
  `FROM sales.sale_credit_note_product line WHERE account_id = $1 AND credit_note_id = ANY($2) AND date_deleted IS NULL
   ORDER BY credit_note_id, position`,
);

const COLUMNS = rowColumns(CreditNoteRow, 'note');
const LIST: LongListTerms<CreditNoteRecord, Sort> = {
  table: 'sales.sale_credit_note',
  key: 'credit_note_id',
  columns: { times: COLUMNS.times, sql: { ...COLUMNS.sql, customer_id: currentCustomer('note') } },
  sorts: {
    credit_note_id: 'note.credit_note_id',
    date_added: 'note.date_added',
    date_modified: 'note.date_modified',
  },
  preparedValues: 1,
  lookups: ['credit_note_id', 'order_id'],
};

@Injectable()
export class CreditNoteList {
  private readonly notes: LongList<CreditNoteRecord, Sort>;

  constructor(private readonly db: Db) {
    this.notes = new LongList(db, LIST);
  }

  async page(call: Get): Promise<Cut & { total: number; credit_notes: ListedCreditNote[] }> {
    const { caller, input } = call;
    const page = await this.notes.page(conditionsOf(call), input);
    const ids = page.rows.map(({ credit_note_id }) => credit_note_id);
    const [total, { children: lines, fitting }] = await Promise.all([
      page.total(),
      readLines(this.db, caller.account_id, ids, isAsked(input, 'products')),
    ]);
    const credit_notes = page.rows.slice(0, fitting).map((row) => ({
      ...toCreditNote(row, lines.get(row.credit_note_id) ?? []),
      ...recordMarks(input, row),
    }));
    return { total, credit_notes, ...(fitting < ids.length ? cutAfter(input, fitting) : page.cut) };
  }
}

function conditionsOf({ caller, input }: Get): Conditions {
  const where = Conditions.of(caller, 'note').addScope(caller, 'channel_id');
  const contains = (column: string) => text.contains(`note.${column}`, '?');
  const { filter_payment_method: method, filter_credit_note_status: status, filter_telephone } = input;
  if (!input.filter_deleted) where.add('date_deleted', 'IS NULL');
  if (input.credit_note_id !== undefined) where.add('credit_note_id', '= ?', input.credit_note_id);
  if (input.filter_order_id) where.add('order_id', '= ?', input.filter_order_id);
  if (input.filter_customer_id) where.add('customer_id', OF_CUSTOMER, input.filter_customer_id);
  if (input.filter_channel_id) where.add('channel_id', '= ?', input.filter_channel_id);
  if (input.filter_name) where.addSql('name', contains('name'), input.filter_name);
  if (input.filter_email) where.addSql('email', contains('email'), input.filter_email);
  if (filter_telephone)
    where.addSql('telephone', `(${contains('telephone')} OR ${contains('telephone_2')})`, filter_telephone);
  if (status) where.add('credit_note_status_id', '= ANY (?::bigint[])', parseIds(status));
  if (method) where.add('payment_method', '= ?', method);
  if (method && isIndexed(method)) where.addSql('payment_method', indexed('note.payment_method'));
  const date = input.filter_date_type ?? 'date_added';
  if (input.filter_date_start) where.add(date, '>= ?', input.filter_date_start);
  if (input.filter_date_end) where.add(date, '<= ?', input.filter_date_end);
  return where;
}
