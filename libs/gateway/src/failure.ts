import { type Failure, internalFault, Refused } from '@stockbook/contracts';

export interface FailureReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Failure;
}

const RETRY_SECONDS = 1;

/** An error that is not a Refused shows no internal details. */
export function failureOf(error: unknown, request_id: string): FailureReply {
  const refused = error instanceof Refused ? error : new Refused(internalFault);
  const { faults, status } = refused;
  return {
    status,
    headers: status >= 503 ? { 'retry-after': String(RETRY_SECONDS) } : {},
    body: { error: faults.map((fault) => fault.message), error_details: faults, request_id },
  };
}
