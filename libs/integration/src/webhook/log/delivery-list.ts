import {
  type Caller,
  type CallOf,
  type DeliveryAttempt,
  type DeliveryState,
  type DeliveryTrigger,
  Refused,
  shownDate,
  sectionOfTopic,
  type webhook,
  type WebhookDelivery,
  webhookSections,
} from '@stockbook/contracts';
import { behind, Conditions, countedTotal, type Db, fittingPage, statement } from '@stockbook/persistence';
import type { StoredAttempt } from '../dispatch/lane/delivery.js';
import { hasRightsOf, isEventSeen, seenBy, visibleColumns } from '../endpoint/webhook-rights.js';
import { failureRemedies } from '../http/failure.js';
import { ENDPOINT, SHOWN_NEXT_TRY_AT, SHOWN_REASON, SHOWN_STATE } from './delivery-state.js';
import { EVENT } from './redelivery-statements.js';

interface ListedDelivery {
  readonly delivery_id: number;
  readonly webhook_id: number;
  readonly event_id: string;
  readonly event: string;
  readonly section: string;
  readonly record_id: number;
  readonly sequence: number;
  readonly state: DeliveryState;
  readonly reason: string;
  readonly trigger: DeliveryTrigger;
  readonly date_added: Date;
  readonly next_try_at: Date | null;
  readonly held_by: number;
  readonly attempts: readonly StoredAttempt[];
  readonly view_cost: boolean;
  readonly body: string | null;
}

const SHARED =
  'account_id, webhook_id, position, date_added, delivery_id, section, record_id, state, trigger, attempts';
const DELIVERIES = `(
     SELECT ${SHARED}, '' AS reason, next_try_at, held_by FROM integration.webhook_queue
     UNION ALL SELECT ${SHARED}, reason, NULL, NULL FROM integration.webhook_delivery
   ) delivery`;

/** A delivery sent many times shows attempts of at most this part of a page. */
const ATTEMPTS_PART = 1 / 16;
const newestAttempts = (bytes: number): string =>
  `(SELECT coalesce(json_agg(attempt ORDER BY place), '[]') FROM (
     SELECT attempt, place, sum(octet_length(attempt::text)) OVER (ORDER BY place DESC) AS bytes
     FROM unnest(delivery.attempts) WITH ORDINALITY AS logged (attempt, place)
   ) newest WHERE bytes <= ${bytes})`;

/** Reads a page itself, without `LongList`, because deliveries lie in two tables. */
export async function listDeliveries(db: Db, { caller, input }: CallOf<typeof webhook.getDelivery>) {
  const where = Conditions.of(caller, 'delivery');
  if (caller.channel_group_ids) addEndpointScope(where, caller, caller.channel_group_ids);
  if (input.delivery_id) where.add('delivery_id', '= ?', input.delivery_id);
  if (input.filter_webhook_id) where.add('webhook_id', '= ?', input.filter_webhook_id);
  if (input.filter_state) where.addSql('state', `${SHOWN_STATE} = ?`, input.filter_state);
  if (input.filter_event) where.addSql('name', '? IN (event.name, event.section)', input.filter_event);
  if (input.filter_record) addRecord(where, input.filter_record);
  if (input.filter_date_added_start) where.add('date_added', '>= ?', input.filter_date_added_start);
  if (input.filter_date_added_end) where.add('date_added', '<= ?', input.filter_date_added_end);
  // Only tables that filters need are joined before the page is chosen: the newest-first order follows the index of
  // delivery_id.
  const joined = [
    (input.filter_event || caller.channel_group_ids) && EVENT,
    (input.filter_state || caller.channel_group_ids) && ENDPOINT,
  ];
  const tables = `FROM ${DELIVERIES} ${joined.filter(Boolean).join(' ')}`;
  const from = where.and([]);
  if (input.after_id) from.add('delivery_id', behind(input, '?'), input.after_id);
  const sorted = `ORDER BY delivery.delivery_id ${input.order ?? 'DESC'}`;
  const body = input.delivery_id
    ? `CASE webhook.payload WHEN 'thin' THEN body_thin ELSE
       CASE WHEN webhook.view_cost THEN coalesce(body_cost, body_full) ELSE body_full END END`
    : 'NULL';
  const place = from.values.length + 1;
  const page = `SELECT delivery.delivery_id, delivery.webhook_id, event.event_id, event.name AS event, delivery.section,
       delivery.record_id, event.sequence, ${SHOWN_STATE} AS state, ${SHOWN_REASON} AS reason, delivery.trigger,
       delivery.date_added, ${SHOWN_NEXT_TRY_AT} AS next_try_at, coalesce(delivery.held_by, 0) AS held_by,
       ${newestAttempts(db.limits.pageBytes * ATTEMPTS_PART)} AS attempts, webhook.view_cost, ${body} AS body
     FROM (SELECT delivery.* ${tables} WHERE ${from} ${sorted} LIMIT $${place}
       OFFSET $${place + 1}) delivery ${EVENT} ${ENDPOINT} ${sorted}`;
  const count = statement('', `SELECT count(*)::int AS total ${tables} WHERE ${where}`);
  const [{ rows, cut }, total] = await Promise.all([
    fittingPage<ListedDelivery>(db, statement('', page), from.values, ['attempts::text', 'body'], input),
    countedTotal(db, count, where.values, input),
  ]);
  return { total, ...cut, deliveries: rows.map((row) => toDelivery(row, caller)) };
}

/** A limited user sees the deliveries of endpoints they see; these may have got records of other channels before. */
function addEndpointScope(where: Conditions, caller: Caller, channel_group_ids: readonly number[]): void {
  where.addSql('channel_group_ids', seenBy('?'), channel_group_ids);
  const [groups, channels] = visibleColumns(caller);
  where.addSql('channel_group_id', isEventSeen.channel_group_id('?'), groups);
  where.addSql('channel_id', isEventSeen.channel_id('?'), channels);
}

function addRecord(where: Conditions, text: string): void {
  const [, path = '', id] = /^(.*)\/(\d{1,15})$/.exec(text) ?? [];
  const section = sectionOfTopic.get(path.replaceAll('/', '.'));
  if (!section || !id) {
    const message = `filter_record must name a record like sale/order/42, not "${text}".`;
    throw new Refused({ code: 'invalid', field: 'filter_record', message });
  }
  where.add('section', '= ?', section.name).add('record_id', '= ?', Number(id));
}

function toDelivery(
  { section, record_id, attempts, view_cost, body, ...row }: ListedDelivery,
  caller: Caller,
): WebhookDelivery {
  const mayRead = hasRightsOf(caller, { view_cost, events: [section] });
  const topic = webhookSections.find(({ name }) => name === section)?.fact.topic ?? section;
  return {
    ...row,
    record: `${topic.replaceAll('.', '/')}/${record_id}`,
    date_added: shownDate(row.date_added),
    next_try_at: shownDate(row.next_try_at),
    attempts: attempts.map((attempt, index) => ({
      ...shownAttempt(attempt, caller, mayRead),
      ...(attempt.failure && { later_succeeded: attempts.slice(index + 1).some(({ failure }) => !failure) }),
    })),
    ...(mayRead && body !== null && { body }),
  };
}

/** `mayRead` is what the endpoint gets now; it may have got cost before. */
export const shownAttempt = (
  { has_cost, ...attempt }: StoredAttempt,
  { view_cost }: Pick<Caller, 'view_cost'>,
  mayRead: boolean,
): DeliveryAttempt => ({
  ...attempt,
  ...((!mayRead || (has_cost && !view_cost)) && { response_body: '' }),
  ...(attempt.failure && { remedy: failureRemedies[attempt.failure] }),
});
