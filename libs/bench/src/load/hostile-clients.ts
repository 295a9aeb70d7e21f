import { randomBytes, randomInt } from 'node:crypto';
import { once, setMaxListeners } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

const PATH = 'inventory/item/add';
const KEYS = 650_000;
/** 7.7 MB of JSON that only a reader of all of it can refuse. */
const MEMBERS = Array.from({ length: KEYS }, (_, i) => `"k${i.toString(36)}":12`).join();

export interface Hostility {
  readonly clients: number;
  /** The least time between the starts of two bodies of one client. */
  readonly pause_ms: number;
  readonly partsOfNextBody: () => readonly Buffer[];
  readonly addressOfNextBody?: () => string;
}

const unsigned = Buffer.from(`{${MEMBERS}}`);

export const strangers = (pause_ms: number): Hostility => ({ clients: 3, pause_ms, partsOfNextBody: () => [unsigned] });

/**
 * Makes clients with wrong signatures at the end of their bodies, so that each body is scanned and hashed as a whole.
 * Each comes from an address and a user that have not failed before, so that no limit of failures applies: Linux has
 * every address of 127.0.0.0/8.
 */
export function forgers(domain: string): Hostility {
  const begin = Buffer.from(`{"products":{${MEMBERS}},"domain":"${domain}",`);
  const end = () => {
    const [api_key, auth_signature] = [randomBytes(8).toString('hex'), randomBytes(32).toString('hex')];
    const auth_timestamp = Math.floor(Date.now() / 1_000);
    return Buffer.from(JSON.stringify({ api_key, auth_timestamp, auth_signature }).slice(1));
  };
  const byte = () => randomInt(1, 255);
  return {
    clients: 8,
    pause_ms: 0,
    partsOfNextBody: () => [begin, end()],
    addressOfNextBody: () => `127.${byte()}.${byte()}.${byte()}`,
  };
}

export interface HostileRun {
  readonly answered: number;
  readonly seconds: number;
  /** Requests that were granted or failed by a fault of the server; 503 refuses a body that is crowded out. */
  readonly wrong: number;
}

/** Lets hostile clients post bodies while `work` runs; each posts the next one when it has its answer. */
export async function withHostileClients<T>(
  url: string,
  hostility: Hostility,
  work: () => Promise<T>,
): Promise<[T, HostileRun]> {
  const over = new AbortController();
  setMaxListeners(0, over.signal);
  const run = { answered: 0, wrong: 0 };
  const client = async () => {
    while (!over.signal.aborted) {
      const pause = delay(hostility.pause_ms, undefined, { signal: over.signal }).catch(() => undefined);
      const status = await post(url, hostility, over.signal);
      if (status !== undefined) run.answered++;
      if (status === 200 || ((status ?? 0) >= 500 && status !== 503)) run.wrong++;
      await pause;
    }
  };
  const began = performance.now();
  const clients = Array.from({ length: hostility.clients }, client);
  const result = await work().finally(() => over.abort());
  await Promise.all(clients);
  return [result, { ...run, seconds: (performance.now() - began) / 1_000 }];
}

async function post(
  url: string,
  { partsOfNextBody, addressOfNextBody }: Hostility,
  signal: AbortSignal,
): Promise<number | undefined> {
  try {
    const parts = partsOfNextBody();
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const headers = { 'content-type': 'application/json', 'content-length': length };
    const options = { method: 'POST', headers, signal, agent: false, localAddress: addressOfNextBody?.() };
    const sending = request(`${url}/${PATH}`, options);
    for (const part of parts) sending.write(part);
    sending.end();
    const [response]: IncomingMessage[] = await once(sending, 'response');
    await response?.resume().toArray();
    return response?.statusCode;
  } catch {
    return undefined;
  }
}
