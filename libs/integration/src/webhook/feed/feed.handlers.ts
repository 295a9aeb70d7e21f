import { type Caller, type CallOf, noRecord, Refused, REQUEST_MS, webhook } from '@stockbook/contracts';
import { Db, fittingRowsOf } from '@stockbook/persistence';
import { Handles, Later } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { rightsFaults, seesEndpoint, visibleColumns, visibleSections } from '../endpoint/webhook-rights.js';
import { WebhookRow } from '../endpoint/webhook.entity.js';
import { cursorAt, cursorOf, endsOf, positionOf } from './cursor.js';
import { FEED, type FeedRow } from './feed-statements.js';
import { FeedWaits } from './feed-waits.js';

const DEFAULT_LIMIT = 20;
/** A page looks at no more than this many events for those that its reader gets. */
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
  async getEvent(call: GetEvent): Promise<Page | Later<Page>> {
    const { caller, input } = call;
    const ends = await endsOf(this.db, caller.account_id);
    const from = await positionOf(this.db, caller.account_id, input.after ?? '', ends);
    const page = await this.read(call, from, ends.newest);
    if (!isWaiting(call, page)) return page;
    this.waits.refuseTooMany(caller.account_id);
    return this.wait(call, ends.newest);
  }

  /** Reads on behind `from` as soon as there are events, until the wait of the request has passed. */
  private wait(call: GetEvent, from: number): Later<Page> {
    const { account_id } = call.caller;
    const { until, cancel } = this.waits.begin(account_id, from, leftOf(call));
    return new Later<Page>(until, cancel, async () => {
      const { newest } = await endsOf(this.db, account_id);
      const page = await this.read(call, from, newest);
      return isWaiting(call, page) ? this.wait(call, newest) : page;
    });
  }

  /** The end of the log is read before the events, so a page has all of them up to there. */
  private async read(call: GetEvent, from: number, newest: number): Promise<Page> {
    const { caller, input } = call;
    const { limit = DEFAULT_LIMIT, order = 'ASC', webhook_id, filter_event } = input;
    const { account_id } = caller;
    if (webhook_id) await this.checkRights(caller, webhook_id);
    const isForward = order === 'ASC';
    const end = isForward ? Math.min(newest, from + MOST_LOOKED_AT) : newest;
    const begin = isForward ? from : Math.max(from, newest - MOST_LOOKED_AT);
    const seen = [...visibleColumns(caller), visibleSections(caller)];
    const filters = [caller.view_cost, filter_event || null, ...seen, end, webhook_id || null];
    const found = await fittingRowsOf<FeedRow>(this.db, FEED[order], [account_id, begin, limit, ...filters], ['body']);
    const { rows, isCut } = found;
    const last = rows.at(-1);
    const isFull = isCut || rows.length === limit;
    const cursor = isForward && isFull && last ? cursorOf(last) : await cursorAt(this.db, account_id, end);
    const isEarly = isCut || (end - begin < newest - from && !isFull);
    const events = rows.map(({ position: _position, ...event }) => event);
    return { events, cursor, ...(isEarly && { truncated: true }) };
  }

  private async checkRights(caller: Caller, webhook_id: number): Promise<void> {
    const { account_id } = caller;
    const row = await this.db.source.manager.findOneBy(WebhookRow, { account_id, webhook_id });
    if (!row || !seesEndpoint(caller, row)) throw new Refused(noRecord('webhook', webhook_id));
    Refused.ifAny(rightsFaults(caller, row, 'read the events of'));
  }
}

/** Returns the milliseconds left of the wait, which ends before the deadline by the time that every request has. */
const leftOf = ({ deadline }: GetEvent): number => deadline - REQUEST_MS - Date.now();

const isWaiting = (call: GetEvent, { events, truncated }: Page): boolean =>
  !!call.input.wait && call.input.order !== 'DESC' && !events.length && !truncated && leftOf(call) > 0;
