import type { Fault } from '@stockbook/contracts';

/** The response is JSON text, which the gateway need not parse. A service does nothing for a declined call. */
export type Answer =
  | { readonly json: string; readonly replayed: boolean }
  | { readonly faults: readonly Fault[] }
  | { readonly declined: 'busy' | 'stopping'; readonly faults: readonly Fault[] };

/** `unreached`: no replica took the call. `lost`: its replica was lost; it must not be repeated. */
export class Undelivered extends Error {
  constructor(readonly outcome: 'unreached' | 'lost') {
    super(outcome);
  }
}
