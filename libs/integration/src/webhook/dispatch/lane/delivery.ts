import type { DeliveryAttempt, DeliveryTrigger } from '@stockbook/contracts';
import type { Filtered } from '../../endpoint/subscriptions.js';

/** A delivery in the hands of the dispatcher, with the body to send. */
export interface Delivery extends Filtered {
  readonly account_id: number;
  readonly webhook_id: number;
  readonly position: number;
  readonly delivery_id: number;
  readonly record_id: number;
  readonly state: 'pending' | 'retrying';
  readonly trigger: DeliveryTrigger;
  readonly tries: number;
  /** Counts the attempts that are logged or under way; a delivery that is sent once more keeps them. */
  readonly attempts: number;
  readonly event_id: string;
  readonly body: string;
  /** The size of the body. */
  readonly bytes: number;
  readonly traceparent: string | null;
}

export interface StoredAttempt extends DeliveryAttempt {
  /** True if it sent a body with cost, which its answer may repeat. */
  readonly has_cost?: true;
}

export type Result = { readonly delivery: Delivery; readonly attempt?: StoredAttempt } & (
  | { readonly state: 'delivered' | 'exhausted' | 'cancelled'; readonly reason: string; readonly tries: number }
  | { readonly state: 'retrying'; readonly delay_ms: number; readonly tries: number }
);

export const recordName = ({ section, record_id }: Pick<Delivery, 'section' | 'record_id'>): string =>
  `${section}/${record_id}`;
