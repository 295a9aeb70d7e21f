import type { Client, contract, FaultCode, KeyedOptions, Reply } from '@stockbook/contracts';
import { ok } from '@stockbook/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { isSameAnswer } from '../load/journal.js';
import type { Random } from '../random.js';
import type { ShopModel } from './model.js';

/** The context of a client. `token` returns a unique text. */
export interface Desk {
  readonly api: Client<typeof contract>;
  readonly model: ShopModel;
  readonly random: Random;
  readonly token: () => string;
}

/** An answer, and when its request was sent and answered. */
export interface Asked<O> {
  readonly reply: Reply<O>;
  readonly sent: number;
  readonly answered: number;
}

/** Nobody knows then whether the write is done. */
const UNKNOWN: readonly FaultCode[] = ['unavailable', 'timeout'];
const TRIES = 20;
const PAUSE_MS = 250;
const REPEATED = 0.05;

/** The answer to a read, which is sent again while a service has no time for it. */
export async function read<O extends object>(send: () => Promise<Reply<O>>): Promise<O> {
  return ok(await untilKnown(send));
}

/** Sends a write until its outcome is known, under one key; now and then once more, which must give the same answer. */
export async function ask<I extends object, O extends object>(
  { model, random, token }: Desk,
  write: (input: I & KeyedOptions) => Promise<Reply<O>>,
  input: I,
): Promise<Asked<O>> {
  const keyed = { ...input, idempotency_key: token() };
  const sent = performance.now();
  const reply = await untilKnown(() => write(keyed));
  const answered = performance.now();
  if (!reply.error && random.chance(REPEATED)) {
    const again = await write(keyed);
    if (!isUnknown(again) && !isSameAnswer(again, reply))
      model.faults.push(`${show(keyed)} was answered ${show(reply)}, and when repeated ${show(again)}`);
  }
  return { reply, sent, answered };
}

async function untilKnown<O extends object>(send: () => Promise<Reply<O>>): Promise<Reply<O>> {
  let reply = await send();
  for (let tries = 1; isUnknown(reply) && tries < TRIES; tries++) {
    await delay(PAUSE_MS);
    reply = await send();
  }
  return reply;
}

const isUnknown = (reply: Reply<object>): boolean => codesOf(reply).some((code) => UNKNOWN.includes(code));

export const codesOf = (reply: Reply<object>): FaultCode[] =>
  reply.error ? reply.error_details.map(({ code }) => code) : [];

/** Notes a refusal, unless all its reasons are such as may be. */
export function judgeRefusal({ model }: Desk, what: string, reply: Reply<object>, mayBe: readonly FaultCode[]): void {
  const codes = codesOf(reply);
  if (!codes.every((code) => mayBe.includes(code))) model.faults.push(`${what} was refused: ${reply.error?.join(' ')}`);
}

export const show = (value: unknown): string => JSON.stringify(value)?.slice(0, 500) ?? '';
