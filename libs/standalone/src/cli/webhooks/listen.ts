import { signWebhook } from '@stockbook/client';
import type { Client, contract, Reply } from '@stockbook/contracts';
import { StartFault } from '@stockbook/process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Print } from '../options.js';

const POLL_MS = 500;
const PAGE = 100;
const ANSWER_MS = 15_000;
/** This many failed polls in a row end the command. */
const MOST_FAULTS = 20;

interface Webhooks extends Pick<Client<typeof contract>['integration']['webhook'], 'getEvent'> {
  get(input: { limit: number }): Promise<Reply<{ total: number }>>;
}

export interface ListenOptions {
  readonly webhooks: Webhooks;
  readonly forward: string;
  readonly event?: string;
  readonly secret?: string;
  readonly fromStart?: boolean;
  /** Keeps the last event between runs. */
  readonly cursorFile: string;
  readonly print: Print;
  readonly signal?: AbortSignal;
}

/** Posts the events of an account to a receiver one by one, in the order of their commits, until it is aborted. */
export async function listen(options: ListenOptions): Promise<void> {
  const { forward, print, cursorFile, signal } = options;
  if (!URL.canParse(forward)) throw new StartFault(`--forward must be a URL, not '${forward}'.`);
  const { total } = granted(await options.webhooks.get({ limit: 1 }));
  if (!total)
    throw new StartFault('The account has no webhook, so no events are kept. Add one, which may be disabled.');
  const secret = options.secret ?? `whsec_${randomBytes(32).toString('base64')}`;
  if (!options.secret) print(`The secret is ${secret}`);
  let after = options.fromStart ? '' : await lastForwarded(options);
  await mkdir(dirname(cursorFile), { recursive: true });
  print(`Forwarding events to ${forward}; Ctrl-C ends it.`);
  while (!signal?.aborted) {
    const events = await nextEvents(options, { after, limit: PAGE });
    // The event is unknown after days without one: the kept events are newer.
    if (!events) after = '';
    for (const each of events ?? []) {
      await forwardOne(each, secret, options);
      after = each.event_id;
      await writeFile(cursorFile, after);
    }
    if (events?.length === 0) await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

type Request = Parameters<ListenOptions['webhooks']['getEvent']>[0];
type Event = { readonly event_id: string; readonly event: string; readonly body: string };

async function forwardOne(
  { event_id, event, body }: Event,
  secret: string,
  { forward, print }: ListenOptions,
): Promise<void> {
  const headers = { 'content-type': 'application/json', ...(await signWebhook({ id: event_id, secret, body })) };
  const began = performance.now();
  const signal = AbortSignal.timeout(ANSWER_MS);
  const outcome = await fetch(forward, { method: 'POST', headers, body, redirect: 'manual', signal }).then(
    ({ status }) => String(status),
    (error: unknown) => `failed: ${error instanceof Error ? String(error.cause ?? error.message) : String(error)}`,
  );
  print(`${event_id}  ${event}  ${outcome}  ${Math.round(performance.now() - began)} ms`);
}

/** Returns undefined if the event to go on behind is not known. Asks a restarting server again. */
async function nextEvents(
  { webhooks, event, signal }: ListenOptions,
  request: Request,
): Promise<readonly Event[] | undefined> {
  for (let faults = 1; ; faults++) {
    try {
      const reply = await webhooks.getEvent({ ...request, ...(event && { filter_event: event }) });
      if (reply.error && reply.error_details.some(({ field }) => field === 'after')) return undefined;
      return granted(reply).events;
    } catch (error) {
      if (error instanceof StartFault || faults === MOST_FAULTS) throw error;
      await delay(POLL_MS, undefined, { signal });
    }
  }
}

/** Returns the event to go on behind: the last one that was forwarded, or the newest one; empty if there is none. */
async function lastForwarded(options: ListenOptions): Promise<string> {
  const { cursorFile, print } = options;
  const after = await readFile(cursorFile, 'utf8').catch(() => '');
  if (after && (await nextEvents(options, { after, limit: 1 }))) return after;
  if (after) print(`Event ${after}, the last one that was forwarded, is not kept any more: new events are forwarded.`);
  const [newest] = (await nextEvents(options, { order: 'DESC', limit: 1 })) ?? [];
  return newest?.event_id ?? '';
}

/** Throws the reasons of a refusal as a StartFault. */
export function granted<O>(reply: Reply<O>): O {
  if (reply.error) throw new StartFault(reply.error.join('\n'));
  return reply;
}
