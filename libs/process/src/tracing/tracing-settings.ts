import type { Environment } from '../environment.js';
import { StartFault } from '../start-fault.js';

export interface TracingSettings {
  /** Spans go to this base URL of the collector. */
  readonly endpoint: string;
  /** The share of requests that are traced, from 0 to 1. */
  readonly ratio: number;
  readonly trustsClients: boolean;
  readonly version: string;
}

/** Returns undefined if tracing is off. */
export function tracingOf(env: Environment): TracingSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share, OTEL_TRUST_CLIENTS: trust } = env;
  if (!endpoint) return undefined;
  if (!URL.canParse(endpoint) || !/^https?:\/\//.test(endpoint))
    throw new StartFault(`OTEL_EXPORTER_OTLP_ENDPOINT must be a URL like http://collector:4318, not '${endpoint}'.`);
  const ratio = Number(share || '0.01');
  if (!(ratio >= 0 && ratio <= 1))
    throw new StartFault(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not '${share}'.`);
  return { endpoint, ratio, trustsClients: trust === '1', version: env['STOCKBOOK_VERSION'] || 'unknown' };
}
