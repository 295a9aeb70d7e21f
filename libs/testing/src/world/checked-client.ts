import type { Credentials } from '@stockbook/auth';
import {
  type Client,
  clientOf,
  contract,
  deviations,
  fieldsOf,
  httpStatusOf,
  type Operation,
} from '@stockbook/contracts';
import { call, type HttpAnswer } from '../requests.js';

/** Returns the typed client, checking on the way that every answer is exactly what the contract says. */
export const checkedClient = (url: string, credentials: Credentials): Client<typeof contract> =>
  clientOf(contract, (operation, input) => checkedCall(url, credentials, operation, input));

/** Returns the answer of an operation, checked against the contract. */
export async function checkedCall(
  url: string,
  credentials: Credentials,
  operation: Operation,
  input: object,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await call(url, credentials, operation.path, input);
  const { status, body } = answer;
  const faults = answerFaults(operation, input, answer);
  if (faults.length)
    throw new Error(`${operation.path} answered ${status}: ${faults.join(' ')} ${JSON.stringify(body)}`);
  return { ...body };
}

/** Returns where an answer differs from the contract. */
export function answerFaults(operation: Operation, input: object, { status, headers, body }: HttpAnswer): string[] {
  const faults = status === 200 ? faultsOfResponse(operation, input, body) : faultsOfFailure(status, body);
  if (!headers.get('x-request-id')) faults.push('There is no X-Request-Id.');
  return faults;
}

function faultsOfResponse({ kind, response }: Operation, input: object, body: object): string[] {
  const { success, replayed, dry_run, ...answer } = body as Partial<
    Record<'success' | 'replayed' | 'dry_run', boolean>
  >;
  const { warnings, ...others } = answer as { warnings?: unknown };
  // Any answer may warn of unknown fields, which no strict request has.
  const isWarned = Array.isArray(warnings) && !('strict' in input && input.strict) && !fieldsOf(response)['warnings'];
  const output = isWarned ? others : answer;
  const isDry = 'dry_run' in input && input.dry_run === true;
  // A request may leave out the total, and fields of records.
  const leftOut = 'fields' in input ? /(\]\.\w+|^total) is required\.$/ : /^total is required\.$/;
  const isSparse = 'fields' in input || 'with_total' in input;
  const faults = deviations(response, output)
    .map((fault) => fault.message)
    .filter((message) => !(isSparse && leftOut.test(message)));
  if ((success === true) !== (kind === 'write')) faults.push('success is true exactly on writes.');
  if (replayed !== undefined && !(replayed && kind === 'write')) faults.push('replayed is true on a replay alone.');
  if (dry_run !== (isDry || undefined)) faults.push('dry_run is true on a dry run alone.');
  return faults;
}

function faultsOfFailure(status: number, body: object): string[] {
  const { error, error_details, request_id, ...others } = body as Record<string, unknown>;
  const faults = Object.keys(others).map((name) => `${name} does not belong into a failure.`);
  if (!isList(error) || !error.length || !error.every((text) => typeof text === 'string'))
    faults.push('error is wrong.');
  if (!isList(error_details) || !error_details.every(isDetail)) faults.push('error_details is wrong.');
  if (typeof request_id !== 'string') faults.push('request_id is missing.');
  if (!Object.values<number>(httpStatusOf).includes(status)) faults.push(`${status} is no status of ours.`);
  return faults;
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const isDetail = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  'code' in value &&
  'message' in value &&
  String(value.code) in httpStatusOf;
