import { type Failure, internalFault, Refused } from '@stockbook/contracts';

/** A failure as it is sent: status, headers and body. */
export interface FailureReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Failure;
}

const RETRY_SECONDS = 1;

/** The body of every failure. An error that is no refusal is a fault of ours and shows no internal details. */
export function failureOf(error: unknown, request_id: string): FailureReply {
  const refused = error instanceof Refused ? error : new Refused(internalFault);
  const { faults, status } = refused;
  return {
    status,
    headers: status >= 503 ? { 'retry-after': String(RETRY_SECONDS) } : {},
    body: { error: faults.map((fault) => fault.message), error_details: faults, request_id },
  };
}
