import { type Caller, type CallOf, noRecord, Refused, REQUEST_MS, webhook } from '@stockbook/contracts';
import { Db, fittingRowsOf } from '@stockbook/persistence';
import { Handles, Later } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { rightsFaults, seesEndpoint, visibleColumns, visibleSections } from '../endpoint/webhook-rights.js';
import { WebhookRow } from '../endpoint/webhook.entity.js';
import { cursorAt, endsOf, positionOf } from './cursor.js';
import { FEED, type FeedRow } from './feed-statements.js';
import { FeedWaits } from './feed-waits.js';

const DEFAULT_LIMIT = 20;
/** A page looks at most at so many events for those of a subscription. */
const MOST_LOOKED_AT = 10_000;

type GetEvent = CallOf<typeof webhook.getEvent>;
type Page = { events: Omit<FeedRow, 'position'>[]; cursor: string; truncated?: boolean };

/** The log of events as a feed: readers keep a cursor, and nothing is stored for them. */
@Controller()
export class FeedHandlers {
  constructor(
    private readonly db: Db,
    private readonly waits: FeedWaits,
  ) {}

  @Handles(webhook.getEvent)
  async getEvent(call: GetEvent) {
    const { account_id } = call.caller;
    const ends = await endsOf(this.db, account_id);
    return this.page(call, await positionOf(this.db, account_id, call.input.after ?? '', ends));
  }

  /** The end of the log is read before the events, so a page has all of them up to there. */
  private async page(call: GetEvent, from: number): Promise<Page | Later<Page>> {
    const { caller, input } = call;
    const { limit = DEFAULT_LIMIT, order = 'ASC', wait, webhook_id, filter_event } = input;
    const { account_id } = caller;
    if (webhook_id) await this.checkRights(caller, webhook_id);
    const { newest } = await endsOf(this.db, account_id);
    const end = webhook_id && order === 'ASC' ? Math.min(newest, from + MOST_LOOKED_AT) : newest;
    const seen = [...visibleColumns(caller), visibleSections(caller)];
    const filters = [caller.view_cost, filter_event || null, ...seen, end, webhook_id || null];
    const found = await fittingRowsOf<FeedRow>(this.db, FEED[order], [account_id, from, limit, ...filters], ['body']);
    const { rows, isCut } = found;
    // Its deadline lies behind the wait by the time of every request.
    const left_ms = call.deadline - REQUEST_MS - Date.now();
    if (wait && order === 'ASC' && !rows.length && end === newest && left_ms > 0) {
      const { until, cancel } = this.waits.begin(account_id, end, left_ms);
      return new Later(until, cancel, () => this.page(call, end));
    }
    const isFull = order === 'ASC' && (isCut || rows.length === limit);
    const read_to = isFull ? (rows.at(-1)?.position ?? end) : end;
    const cursor = await cursorAt(this.db, account_id, read_to);
    const events = rows.map(({ position: _position, ...event }) => event);
    return { events, cursor, ...((isCut || end < newest) && { truncated: true }) };
  }

  private async checkRights(caller: Caller, webhook_id: number): Promise<void> {
    const { account_id } = caller;
    const row = await this.db.source.manager.findOneBy(WebhookRow, { account_id, webhook_id });
    if (!row || !seesEndpoint(caller, row)) throw new Refused(noRecord('webhook', webhook_id));
    Refused.ifAny(rightsFaults(caller, row, 'read the events of'));
  }
}
