import type { Credentials } from '@stockbook/auth';
import type { OrderAdd } from '@stockbook/contracts';

export type Plan =
  | { readonly kind: 'same'; readonly bodies: readonly object[] }
  | {
      readonly kind: 'orders';
      /** Names the run in each order's comment. */
      readonly run: string;
      readonly template: OrderAdd;
      readonly item_ids: readonly number[];
      readonly lines: number;
      readonly hot_item_id?: number;
      /** Every order has an imported_order_id of its own. */
      readonly isImported?: boolean;
    }
  | {
      readonly kind: 'items';
      /** Begins each item's name, model and sku. */
      readonly run: string;
      readonly template: object;
    }
  | {
      /** Each request is a batch, which runs `size` requests of another plan side by side. */
      readonly kind: 'batches';
      readonly path: string;
      readonly of: Plan;
      readonly size: number;
    }
  | {
      readonly kind: 'stock';
      readonly item_ids: readonly number[];
      readonly location_id: number;
      readonly lines: number;
      /** Every request sets a quantity that no earlier one set, from this one on. */
      readonly first: number;
    };

/** An open loop sends at this rate, however slow the answers are. */
export type Loop = { readonly connections: number } | { readonly rate: number };

const LATENCY_LOAD = 0.6;

/** Makes an open loop at a part of the rate that a closed one reached. No queue builds up, so it shows the latency. */
export const latencyLoop = (reached: number): Loop => ({ rate: Math.max(1, Math.round(reached * LATENCY_LOAD)) });

export interface Job {
  readonly url: string;
  readonly credentials: Credentials;
  /** The path of the operation, like `sale/order/add`. */
  readonly path: string;
  readonly plan: Plan;
  readonly loop: Loop;
  readonly seconds: number;
  /** The field of an answer that acknowledges the write. */
  readonly acknowledged?: 'order_id' | 'credit_note_id' | 'changed';
}

/** An answer that granted a request. Times are Unix time in milliseconds; an open loop sends when it was due. */
export interface Acknowledgement {
  readonly id: number;
  readonly sent_at: number;
  readonly answered_at: number;
}

export interface LoadResult {
  readonly sent: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** Requests that got no answer at all: broken or too late. */
  readonly unanswered: number;
  readonly acknowledgements: readonly Acknowledgement[];
  readonly latencies_ms: readonly number[];
  readonly seconds: number;
  readonly sample: string;
  readonly refusal?: string;
  /** The share of its time that the generator was at work, 0 to 1: near 1 it measures itself. */
  readonly busy: number;
}

export const grantedRate = ({ latencies_ms, seconds }: LoadResult): number => latencies_ms.length / seconds;
