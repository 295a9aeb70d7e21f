export const httpStatusOf = {
  malformed: 400,
  invalid: 400,
  unknown_field: 400,
  unknown_reference: 400,
  unauthenticated: 401,
  forbidden: 403,
  storage_full: 403,
  unknown_record: 404,
  unknown_operation: 404,
  method_not_allowed: 405,
  too_slow: 408,
  locked: 409,
  insufficient_stock: 409,
  insufficient_reward: 409,
  over_credited: 409,
  over_credit: 409,
  stale: 409,
  duplicate: 409,
  in_use: 409,
  limit_reached: 409,
  too_large: 413,
  not_json: 415,
  key_reused: 422,
  not_run: 424,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  timeout: 504,
} as const;
export type FaultCode = keyof typeof httpStatusOf;
export const faultCodes = Object.keys(httpStatusOf) as FaultCode[];

/** One reason for a refusal: a whole English sentence, and the request field that it names where there is one. */
export interface Fault {
  readonly code: FaultCode;
  readonly field?: string;
  readonly message: string;
  /** The record that another change has reached before the write. */
  readonly id?: number;
  /** The revision that the record has now, if another change came before the write. */
  readonly revision?: number;
  /** The fields of the request whose values differ from the record's. */
  readonly fields?: readonly string[];
}

/** The one business error: a request is understood and refused, with every reason at once. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly faults: readonly Fault[];

  constructor(...faults: [Fault, ...Fault[]]) {
    super(faults.map((fault) => fault.message).join(' '));
    this.faults = faults;
  }

  get status(): number {
    return Math.max(...this.faults.map((fault) => httpStatusOf[fault.code]));
  }

  /** Throws if there are faults. */
  static ifAny(faults: readonly Fault[]): void {
    const [first, ...others] = faults;
    if (first) throw new Refused(first, ...others);
  }
}

export const invalidField = (field: string, message: string): Fault => ({ code: 'invalid', field, message });

/** The message for faults of Stockbook, without internal details. */
export const internalFault: Fault = {
  code: 'internal',
  message: 'The request failed for a reason of ours; it can be repeated safely.',
};

/** Faults of a service itself, not of its request. */
const NO_ANSWER: readonly FaultCode[] = ['unavailable', 'timeout', 'internal'];

export const isUnanswered = (error: unknown): boolean =>
  error instanceof Refused && error.faults.some(({ code }) => NO_ANSWER.includes(code));

/** Makes the fault of a request about a record that does not exist (404): `There is no brand 7.` */
export const noRecord = (what: string, id: number | string): Fault => ({
  code: 'unknown_record',
  message: `There is no ${what} ${id}.`,
});

/** Makes the fault of a reference to a record that does not exist (400). */
export const noReference = (field: string, what: string, id: number | string): Fault => ({
  code: 'unknown_reference',
  field,
  message: `There is no ${what} ${id}.`,
});
