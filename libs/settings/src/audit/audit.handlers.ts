import { type Audit, audit, type CallOf, isFactType, shownDate, withoutCost } from '@stockbook/contracts';
import { Db, LongList } from '@stockbook/persistence';
import { events, Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { AUDIT_LIST, auditConditions, type ListedChange } from './audit-list.js';

/** The classes of records, by resource: they name the fields that are cost. */
const recordByResource = new Map(
  events.filter(isFactType).map(({ topic, record }) => [topic.replaceAll('.', '/'), record]),
);

@Controller()
export class AuditHandlers {
  private readonly list: LongList<ListedChange, never>;

  constructor(db: Db) {
    this.list = new LongList(db, AUDIT_LIST);
  }

  @Handles(audit.get)
  async get(call: CallOf<typeof audit.get>) {
    const { rows, total, cut } = await this.list.page(auditConditions(call), call.input);
    return { total: await total(), ...cut, audits: rows.map((row) => toAudit(row, call.caller.view_cost)) };
  }
}

function toAudit({ resource, previous, date_added, ...row }: ListedChange, view_cost: boolean): Audit {
  const record = recordByResource.get(resource);
  const shown = view_cost || !record ? previous : { ...withoutCost(record, previous) };
  return { ...row, date_added: shownDate(date_added), previous: shown };
}
