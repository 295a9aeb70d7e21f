import { type Audit, type CallOf, type audit, Refused, shownBy } from '@stockbook/contracts';
import { type Columns, Conditions, Db, LongList, type LongListTerms } from '@stockbook/persistence';
import { Injectable } from '@nestjs/common';

type Get = CallOf<typeof audit.get>;
export type ListedChange = Omit<Audit, 'date_added'> & { readonly date_added: Date; readonly resource: string };

const COLUMNS: Columns<ListedChange> = {
  times: ['date_added'],
  sql: {
    audit_id: 'audit.audit_id',
    date_added: "audit.date_added AT TIME ZONE 'UTC'",
    user_id: 'audit.user_id',
    user: 'audit.username',
    operation: 'audit.operation',
    record: "audit.resource || '/' || audit.record_id",
    resource: 'audit.resource',
    change: 'audit.change',
    previous: 'audit.previous',
    address: 'audit.address',
    request_id: 'audit.request_id',
  },
};

const LIST: LongListTerms<ListedChange, never> = {
  table: 'settings.audit',
  key: 'audit_id',
  columns: COLUMNS,
  sorts: {},
  preparedValues: 3,
};

@Injectable()
export class AuditList {
  private readonly changes: LongList<ListedChange, never>;

  constructor(db: Db) {
    this.changes = new LongList(db, LIST);
  }

  page(call: Get) {
    return this.changes.page(conditionsOf(call), call.input);
  }
}

/** Returns the conditions that a request gives. */
function conditionsOf({ caller, input }: Get): Conditions {
  const where = Conditions.of(caller, 'audit');
  const { filter_user_id, filter_operation, filter_record, filter_date_start, filter_date_end } = input;
  if (caller.accessible) where.add('resource', '= ANY (?::text[])', visibleResources(caller.accessible));
  if (filter_user_id !== undefined) where.add('user_id', '= ?', filter_user_id);
  if (filter_operation) where.add('operation', '= ?', filter_operation);
  if (filter_record) addRecord(where, filter_record);
  if (filter_date_start) where.add('date_added', '>= ?', filter_date_start);
  if (filter_date_end) where.add('date_added', '<= ?', filter_date_end);
  return where;
}

/** Returns the resources whose changes a user with access to these resources may see. */
const visibleResources = (accessible: readonly string[]): string[] => [
  ...accessible,
  ...Object.keys(shownBy).filter((resource) => accessible.includes(shownBy[resource] ?? '')),
];

function addRecord(where: Conditions, record: string): void {
  const [, resource, id] = /^([a-z_]+(?:\/[a-z_]+)+)(?:\/(\d{1,16}))?$/.exec(record) ?? [];
  if (!resource) {
    const message = `filter_record must name a record like sale/order/42, or a kind like sale/order, not "${record}".`;
    throw new Refused({ code: 'invalid', field: 'filter_record', message });
  }
  where.add('resource', '= ?', resource);
  if (id) where.add('record_id', '= ?', Number(id));
}
