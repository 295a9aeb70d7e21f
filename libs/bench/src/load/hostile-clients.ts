import { setTimeout as delay } from 'node:timers/promises';

const CLIENTS = 3;
const KEYS = 650_000;
/** 7.7 MB of JSON that only a reader of all of it can refuse. */
const BODY = Buffer.from(`{${Array.from({ length: KEYS }, (_, i) => `"k${i.toString(36)}":12`).join()}}`);

export interface HostileRun {
  readonly answered: number;
  readonly seconds: number;
  /** Granted, or failed with a fault of the server. */
  readonly wrong: number;
}

/**
 * Three clients without credentials post large bodies while `work` runs: each the next one as soon as it has its answer, and no
 * earlier than `pause_ms` after the last.
 */
export async function withHostileClients<T>(
  url: string,
  pause_ms: number,
  work: () => Promise<T>,
): Promise<[T, HostileRun]> {
  const over = new AbortController();
  const run = { answered: 0, wrong: 0 };
  const client = async () => {
    while (!over.signal.aborted) {
      const pause = delay(pause_ms, undefined, { signal: over.signal }).catch(() => undefined);
      const status = await post(url, over.signal);
      if (status !== undefined) run.answered++;
      if (status === 200 || (status ?? 0) >= 500) run.wrong++;
      await pause;
    }
  };
  const began = performance.now();
  const clients = Array.from({ length: CLIENTS }, client);
  const result = await work().finally(() => over.abort());
  await Promise.all(clients);
  return [result, { ...run, seconds: (performance.now() - began) / 1_000 }];
}

/** The status of the answer, or undefined when there was none. */
async function post(url: string, signal: AbortSignal): Promise<number | undefined> {
  try {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/inventory/item/add`, { method: 'POST', headers, body: BODY, signal });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return undefined;
  }
}
