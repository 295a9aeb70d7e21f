import type {
  AcknowledgedWrite,
  ExpectedAddition,
  ExpectedEntry,
  ExpectedOrder,
  ExpectedRecord,
  GivenComponents,
} from '../load/journal.js';
import type { PlantedEvent } from '../faults/poison.js';
import type { ShopEndpoint } from '../load/shop.js';
import type { Subscribed } from '../system/subscriptions.js';
import type { Receipt } from '../webhooks/receivers.js';

/** The knowledge of the clients and the poison planter, against which the database is checked. */
export interface Evidence {
  readonly accounts: readonly CheckedAccount[];
  readonly orders: readonly CheckedOrder[];
  readonly records: readonly ExpectedRecord[];
  readonly components: readonly GivenComponents[];
  readonly entries: readonly ExpectedEntry[];
  readonly additions: readonly ExpectedAddition[];
  readonly receipts: readonly Receipt[];
  readonly acknowledged: readonly AcknowledgedWrite[];
  /** Events that nobody published and no consumer can apply. */
  readonly planted: readonly Pick<PlantedEvent, 'event_id' | 'topic' | 'harmless_to'>[];
  readonly subscriptions: readonly Subscribed[];
}

interface CheckedAccount {
  readonly account_id: number;
  readonly allow_negative_stock: boolean;
  /** The status of orders that use no promotion. */
  readonly void_id: number;
  readonly endpoints: readonly ShopEndpoint[];
}

/** An order as it must be; null where either is right. */
export type CheckedOrder = Omit<ExpectedOrder, 'version' | 'deducts' | 'channel_id' | 'line_ids' | 'promotion_ids'> & {
  readonly version: number | null;
  readonly deducts: boolean | null;
  readonly promotion_ids?: readonly number[];
};

/** A statement that finds whatever is not as it must be: each row is a violation. */
export interface Check<E = Evidence> {
  /** The violation that each row means. */
  readonly name: string;
  readonly sql: string;
  readonly values: (evidence: E) => readonly unknown[];
}

/** A check without anything to compare with. */
export const invariant = (name: string, sql: string): Check => ({ name, sql, values: () => [] });

/** In SQL, the items of a `line` with a number of each: its own, or those of the components that the line of a bundle has. */
export const partsOf = (own: string, number: string): string =>
  `(SELECT line.item_id, (${own})::bigint AS ${number} WHERE line.components IS NULL
    UNION ALL SELECT (part ->> 'item_id')::bigint, (part ->> '${number}')::bigint FROM jsonb_array_elements(line.components) part)`;
