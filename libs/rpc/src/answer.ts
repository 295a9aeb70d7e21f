import type { Fault } from '@stockbook/contracts';

/**
 * The answer of a service: the response as JSON text, so that a caller that only passes it on need not parse it; the reasons
 * for a refusal; or a declined call, of which the service did nothing.
 */
export type Answer =
  | { readonly json: string; readonly replayed: boolean }
  | { readonly faults: readonly Fault[] }
  | { readonly declined: 'busy' | 'stopping'; readonly faults: readonly Fault[] };
