import { type Call, isUnanswered, type Operation, ownCaller, type RequestKey } from '@stockbook/contracts';
import type { Services } from '@stockbook/rpc';
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

export const WRITE_MS = 30_000;
const PAUSE_MS = 500;

export type Write = <I extends object, O extends object>(operation: Operation<I, O>, input: I) => Promise<O>;

/**
 * Each write has a request key, so that an interrupted run continues where it stopped and repeats nothing. Services
 * that have just started on a busy machine may be late for one: it is sent again for 30 seconds.
 */
export function demoWrites(services: Services, account_id: number): Write {
  const caller = { ...ownCaller(account_id), username: 'demo' };
  let step = 0;
  return async function write<I extends object, O extends object>(operation: Operation<I, O>, input: I): Promise<O> {
    const request_key = requestKeyOf(`${operation.path} ${++step}`);
    for (const end = Date.now() + WRITE_MS; ; await setTimeout(PAUSE_MS)) {
      const call: Call<I> = { caller, input, request_key, deadline: Date.now() + WRITE_MS, request_id: 'demo' };
      try {
        return (await services.ask(operation, call)).output;
      } catch (error) {
        if (!isUnanswered(error) || Date.now() > end) throw error;
      }
    }
  };
}

function requestKeyOf(step: string): RequestKey {
  const key = createHash('sha256').update(`demo ${step}`).digest('hex').slice(0, 32);
  return { key, hash: key };
}
