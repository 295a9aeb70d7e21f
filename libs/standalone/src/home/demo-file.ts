import type { Credentials } from '@stockbook/auth';
import type { Environment } from '@stockbook/process';
import { StartFault } from '@stockbook/process/faults';
import { resolve } from 'node:path';

/** An account, and the URL of a gateway that serves it. */
export interface Demo extends Credentials {
  url: string;
}

export function homeOf(env: Environment): string {
  const home = env['STOCKBOOK_HOME'] || '.stockbook';
  // Node's recursive mkdir hangs in /proc.
  if (!/^\/proc(\/|$)/.test(resolve(home))) return home;
  throw new StartFault(`STOCKBOOK_HOME cannot be ${home}: nothing can be kept in /proc.`);
}

/** Reads `demo.json` or a file like it; undefined if a field is missing. */
export function demoIn(text: string): Demo | undefined {
  try {
    const { url, domain, api_key, api_secret }: Record<string, unknown> = Object(JSON.parse(text));
    if (typeof url !== 'string' || typeof domain !== 'string') return undefined;
    if (typeof api_key !== 'string' || typeof api_secret !== 'string') return undefined;
    return { url, domain, api_key, api_secret };
  } catch {
    // The message would quote the text, which may show the secret.
    return undefined;
  }
}
