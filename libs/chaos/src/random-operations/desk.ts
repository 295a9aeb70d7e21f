import type { Client, contract, FaultCode, KeyedOptions, Reply } from '@stockbook/contracts';
import { ok } from '@stockbook/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { isRefusedOnlyFor, isSameAnswer } from '../load/journal.js';
import type { Random } from '../random.js';
import type { ShopModel } from './model.js';

/** The context of a client. `token` returns a unique text. */
export interface Desk {
  readonly api: Client<typeof contract>;
  readonly model: ShopModel;
  readonly random: Random;
  readonly token: () => string;
}

export interface Span {
  readonly sent: number;
  readonly answered: number;
}

export interface Asked<O> extends Span {
  readonly reply: Reply<O>;
}

const TRIES = 20;
const PAUSE_MS = 250;
const REPEATED = 0.05;

/** The answer to a read, which is sent again while a service has no time for it. */
export async function read<O extends object>(send: () => Promise<Reply<O>>): Promise<O> {
  return ok(await untilKnown(send));
}

/**
 * Sends a write until its outcome is known, under one key; now and then once more, which must give the same answer. A refusal is a fault,
 * unless all its reasons are such as may be.
 */
export async function ask<I extends object, O extends object>(
  desk: Desk,
  write: (input: I & KeyedOptions) => Promise<Reply<O>>,
  input: I,
  mayBe: readonly FaultCode[] | ((asked: Asked<O>) => readonly FaultCode[]) = [],
): Promise<Asked<O>> {
  const { model, random, token } = desk;
  const keyed = { ...input, idempotency_key: token() };
  const sent = performance.now();
  const reply = await untilKnown(() => write(keyed));
  const asked = { reply, sent, answered: performance.now() };
  if (reply.error) {
    if (!isRefusedOnlyFor(reply, typeof mayBe === 'function' ? mayBe(asked) : mayBe))
      model.faults.push(`${show(input)} was refused: ${reply.error.join(' ')}`);
  } else if (random.chance(REPEATED)) {
    const again = await write(keyed);
    if (!isUnknown(again) && !isSameAnswer(again, reply))
      model.faults.push(`${show(keyed)} was answered ${show(reply)}, and when repeated ${show(again)}`);
  }
  return asked;
}

async function untilKnown<O extends object>(send: () => Promise<Reply<O>>): Promise<Reply<O>> {
  for (let tries = 1; ; tries++) {
    const reply = await send();
    if (!isUnknown(reply) || tries === TRIES) return reply;
    await delay(PAUSE_MS);
  }
}

/** Nobody knows then whether the write is done. */
const isUnknown = (reply: Reply<object>): boolean => isRefusedOnlyFor(reply, ['unavailable', 'timeout']);

export const show = (value: unknown): string => JSON.stringify(value)?.slice(0, 500) ?? '';
