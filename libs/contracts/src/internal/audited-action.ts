import { event } from '../events.js';
import { Actor } from '../facts.js';
import { Id, One, OneOf, Text } from '../fields/fields.js';

const auditedActions = ['commented', 'numbered', 'redelivered', 'recovered', 'released', 'reserved', 'tested'] as const;

/** A request about a record that did not change it, so that no fact records it. */
export class AuditedAction {
  @Id({ doc: 'Random: each action is an aggregate of its own, because nothing needs their order.' }) action_id!: number;
  @Text({ doc: 'Like sale/order.' }) resource!: string;
  @Id() record_id!: number;
  @OneOf(auditedActions) change!: (typeof auditedActions)[number];
  @One(() => Actor) actor!: Actor;
}

export const actionAudited = event('setting.audit', 'action', AuditedAction, ({ action_id }) => action_id);
