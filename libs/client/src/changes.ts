import type { EventGet } from './api.types.js';
import type { CallOptions } from './call.types.js';
import type { Granted } from './retries.js';
import type { StockbookEvent } from './webhook.js';

/** Events of an account, in the order of their commits. */
export interface Changes {
  readonly events: readonly StockbookEvent[];
  /** Store this with the work that the events led to: `after` continues behind it. */
  readonly cursor: string;
}

export type ChangesRequest = Omit<EventGet, 'order'>;

/** Reads the feed of events page by page, for as long as its reader wants; with `wait: 0` until all is read. */
export async function* changes(
  get: (path: string, input: object, options: CallOptions) => Promise<Granted>,
  { after = '', wait = 25, ...input }: ChangesRequest = {},
  options?: CallOptions,
): AsyncGenerator<Changes, void, undefined> {
  // A reader has time, so it waits for a server that is away.
  const patient = { retries: Infinity, deadline: Infinity, ...options };
  for (let isOver = false; !isOver;) {
    const page = await get('integration/webhook/getEvent', { limit: 100, ...input, after, wait }, patient);
    const { events, cursor, truncated } = page as {
      readonly events: readonly { readonly body: string }[];
      readonly cursor: string;
      readonly truncated?: boolean;
    };
    yield { events: events.map(({ body }) => JSON.parse(body)), cursor };
    after = cursor;
    isOver = !wait && !events.length && !truncated;
  }
}
