import { type Stockbook, StockbookError, signWebhook, type StockbookEvent } from '@stockbook/client';
import { StartFault } from '@stockbook/process/faults';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UsageFault } from '../faults.js';

const PAGE = 100;
const ANSWER_MS = 15_000;

export interface ListenOptions {
  readonly client: Stockbook;
  readonly forward: string;
  readonly event?: string;
  readonly secret?: string;
  readonly fromStart?: boolean;
  /** Keeps the last event between runs. */
  readonly cursorFile: string;
  readonly print: (line: string) => void;
  readonly signal?: AbortSignal;
}

/** Posts the events of an account to a receiver one by one, in the order of their commits, until it is aborted. */
export async function listen(options: ListenOptions): Promise<void> {
  const { client, forward, print, event, cursorFile, signal } = options;
  if (!URL.canParse(forward)) throw new UsageFault(`--forward must be a URL, not '${forward}'.`);
  const { total } = await client.integration.webhook.get({ limit: 1 });
  if (!total)
    throw new StartFault('The account has no webhook, so no events are kept. Add one, which may be disabled.');
  const secret = options.secret ?? `whsec_${randomBytes(32).toString('base64')}`;
  if (!options.secret) print(`The secret is ${secret}`);
  const after = options.fromStart ? '' : await lastForwarded(options);
  await mkdir(dirname(cursorFile), { recursive: true });
  print(`Forwarding events to ${forward}; Ctrl-C ends it.`);
  const asked = { after, limit: PAGE, ...(event && { filter_event: event }) };
  try {
    for await (const { events, cursor } of client.changes(asked, { signal })) {
      for (const each of events) {
        await forwardOne(each, secret, options);
        await writeFile(cursorFile, each.event_id);
        signal?.throwIfAborted();
      }
      await writeFile(cursorFile, cursor);
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}

async function forwardOne(given: StockbookEvent, secret: string, { forward, print }: ListenOptions): Promise<void> {
  const { event_id, event } = given;
  const body = JSON.stringify(given);
  const headers = { 'content-type': 'application/json', ...(await signWebhook({ id: event_id, secret, body })) };
  const began = performance.now();
  const signal = AbortSignal.timeout(ANSWER_MS);
  const outcome = await fetch(forward, { method: 'POST', headers, body, redirect: 'manual', signal }).then(
    ({ status }) => String(status),
    (error: unknown) => `failed: ${error instanceof Error ? String(error.cause ?? error.message) : String(error)}`,
  );
  print(`${event_id}  ${event}  ${outcome}  ${Math.round(performance.now() - began)} ms`);
}

/** Returns the cursor to go on behind: of the last event that was forwarded, or of the newest one. */
async function lastForwarded({ client, cursorFile, print }: ListenOptions): Promise<string> {
  const { getEvent } = client.integration.webhook;
  const after = await readFile(cursorFile, 'utf8').catch(() => '');
  if (after) {
    try {
      await getEvent({ after, limit: 1 });
      return after;
    } catch (error) {
      if (!(error instanceof StockbookError) || !error.details.some(({ field }) => field === 'after')) throw error;
      print(`Event ${after}, the last one that was forwarded, is not kept any more: new events are forwarded.`);
    }
  }
  return (await getEvent({ order: 'DESC', limit: 1 })).cursor;
}
