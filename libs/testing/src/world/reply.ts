import type { Failure, Reply } from '@stockbook/contracts';

/** Returns the response of a request that was granted; a refusal fails the test with its reasons. */
export function ok<O>(reply: Reply<O>): O {
  if (reply.error) throw new Error(`Refused: ${reply.error.join(' ')}`);
  return reply;
}

/** Returns the reasons of a request that was refused; a response fails the test. */
export function refused<O>(reply: Reply<O>): readonly string[] {
  return failure(reply).error;
}

export function failure<O>(reply: Reply<O>): Failure {
  if (!reply.error) throw new Error(`Not refused: ${JSON.stringify(reply)}`);
  return reply;
}
