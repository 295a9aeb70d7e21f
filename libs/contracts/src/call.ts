import type { Operation } from './contract.js';
import type { Fault } from './fields/refused.js';

/** The authenticated user, with everything that rules depend on. */
export interface Caller {
  readonly account_id: number;
  readonly user_id: number;
  readonly username: string;
  /** The session that has signed the request; absent if a secret has. */
  readonly session_id?: number;
  /** The account's IANA time zone. */
  readonly zone: string;
  readonly view_cost: boolean;
  /** The channel groups that the user is limited to, or null when all may be seen. */
  readonly channel_group_ids: readonly number[] | null;
  /** The channels of these groups, or null when all may be seen. */
  readonly channel_ids: readonly number[] | null;
  /** The resources, of those that the operation may show, that the user may access. Absent means all. */
  readonly accessible?: readonly string[];
}

/** Both parts are 128 bits as 32 hex characters. */
export interface RequestKey {
  readonly key: string;
  /** The hash differs for another request under the same key. A key that no client can name has none. */
  readonly hash?: string;
  /**
   * The signature of a request whose key is not signed. With a hash it is a second key of the write, so that a captured
   * request cannot be sent again under another key. Without a hash, the write is a replay only if the signature is
   * known as such a key.
   */
  readonly signature?: string;
}

/** A client waits this long for an answer, in milliseconds. */
export const REQUEST_MS = 10_000;
/** A service without whose answer a request is refused must answer within this time; the refusal then names it. */
export const NEEDED_ANSWER_MS = REQUEST_MS / 2;
/** The longest `wait` of a request in seconds, besides the time that every request has. */
export const MOST_WAIT_S = 25;

/** One request as a service receives it. */
export interface Call<I extends object = object> {
  readonly caller: Caller;
  readonly input: I;
  /** The Unix time in ms after which nobody waits for the answer. */
  readonly deadline: number;
  readonly request_id: string;
  /** The path of the client's operation; absent on calls between services. */
  readonly operation?: string;
  /** The client's network address; absent on calls between services. */
  readonly address?: string;
  /** The size of the client's request; absent on calls between services. */
  readonly bytes?: number;
  /** Names the stored answer if the write of a client was done before. */
  readonly request_key?: RequestKey;
  /** The write runs completely and is rolled back. It has no request key, because nothing is stored. */
  readonly dry_run?: boolean;
  /** The record that the write names must have this revision. */
  readonly if_revision?: number;
  /** The W3C trace context of the work that this call is part of; absent on calls that are not traced. */
  readonly traceparent?: string | undefined;
  /** The timestamp of the write is too old: only a stored answer may be given, and this fault when there is none. */
  readonly expired?: Fault;
}

export type CallOf<T> = T extends Operation<infer I> ? Call<I> : never;

/** The caller sees all of the account; with account 0 it looks for one. */
export const ownCaller = (account_id: number): Caller => ({
  account_id,
  user_id: 0,
  username: '',
  zone: 'utc',
  view_cost: true,
  channel_group_ids: null,
  channel_ids: null,
});

/** The part of a call that reads on its way share with it. */
export type Asking = Pick<Call, 'caller' | 'deadline' | 'request_id' | 'traceparent'>;

/** A read of another service for the same caller, with the deadline and the trace of the other call. */
export const readFor = <I extends object>({ caller, deadline, request_id, traceparent }: Asking, input: I) => {
  return { caller, input, deadline, request_id, traceparent };
};

/** Keeps deadline, trace and dry run of the other call. */
export const ownCall = <I extends object>(call: Call, input: I): Call<I> => ({
  ...readFor(call, input),
  caller: ownCaller(call.caller.account_id),
  ...(call.dry_run && { dry_run: true }),
});
