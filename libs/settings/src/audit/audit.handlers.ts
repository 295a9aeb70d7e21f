import { type Audit, audit, type CallOf, isFactType, shownDate, withoutCost } from '@stockbook/contracts';
import { events, Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { AuditList, type ListedChange } from './audit-list.js';

/** The classes of records, by resource: they name the fields that are cost. */
const recordByResource = new Map(
  events.filter(isFactType).map(({ topic, record }) => [topic.replaceAll('.', '/'), record]),
);

@Controller()
export class AuditHandlers {
  constructor(private readonly list: AuditList) {}

  @Handles(audit.get)
  async get(call: CallOf<typeof audit.get>) {
    const { rows, total, cut } = await this.list.page(call);
    return { total: await total(), ...cut, audits: rows.map((row) => toAudit(row, call.caller.view_cost)) };
  }
}

function toAudit({ resource, previous, date_added, ...row }: ListedChange, view_cost: boolean): Audit {
  const record = recordByResource.get(resource);
  const shown = view_cost || !record ? previous : { ...withoutCost(record, previous) };
  return { ...row, date_added: shownDate(date_added), previous: shown };
}
