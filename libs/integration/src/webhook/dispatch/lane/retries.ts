import { type Delivery, recordName, type Result } from './delivery.js';
import type { Retry } from './endpoint.js';
import { HOLDING_TRIES } from './retry.js';

/** Keeps the positions of the deliveries that wait for a retry, by record: later ones of the record wait for them. */
export class Retries {
  private readonly positions = new Map<string, Set<number>>();

  add(retry: Retry): void {
    const record = recordName(retry);
    this.positions.set(record, (this.positions.get(record) ?? new Set<number>()).add(retry.position));
  }

  delete(retry: Retry): void {
    const record = recordName(retry);
    const others = this.positions.get(record);
    others?.delete(retry.position);
    if (!others?.size) this.positions.delete(record);
  }

  has(retry: Retry): boolean {
    return this.positions.get(recordName(retry))?.has(retry.position) === true;
  }

  hasBefore(delivery: Delivery): boolean {
    return [...(this.positions.get(recordName(delivery)) ?? [])].some((position) => position < delivery.position);
  }
}

/** Tells whether later deliveries of the record wait for this one. */
export const isHolding = ({ state, tries }: Pick<Delivery | Result, 'state' | 'tries'>): boolean =>
  state === 'retrying' && tries < HOLDING_TRIES;
