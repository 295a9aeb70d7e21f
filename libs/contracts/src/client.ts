import type { RevisedOptions } from './common.js';
import { type ContractTree, type Operation } from './contract.js';
import { type Fault } from './fields/refused.js';

/** The body of every failure. */
export interface Failure {
  readonly success?: undefined;
  readonly error: readonly string[];
  readonly error_details: readonly Fault[];
  readonly request_id: string;
}

/** Fields that every answer may carry besides its own. */
interface Note {
  readonly success?: true;
  readonly dry_run?: true;
  /** Names fields that the operation does not have; only a request that is not strict gets warnings. */
  readonly warnings?: readonly string[];
}

/** A response, or the reasons for its refusal. */
export type Reply<O> = (O & Note & { readonly error?: undefined }) | Failure;

/** The options of a write, and the key that names it: the same key with the same request is done once. */
export interface KeyedOptions extends RevisedOptions {
  readonly idempotency_key?: string;
}

/** The client mirrors the contract: every operation becomes a function from its request to its reply. */
export type Client<C> =
  C extends Operation<infer I, infer O>
    ? (input: I & KeyedOptions) => Promise<Reply<O>>
    : { readonly [K in keyof C]: Client<C[K]> };

/** Requests are strict unless they say otherwise. */
export function clientOf<C extends ContractTree>(
  tree: C,
  send: (operation: Operation, input: object) => Promise<unknown>,
): Client<C> {
  const functionOf = (node: ContractTree | Operation): unknown =>
    typeof node.path === 'string'
      ? (input: object) => send(node as Operation, requestOf(input))
      : Object.fromEntries(Object.entries(node as ContractTree).map(([name, child]) => [name, functionOf(child)]));
  return functionOf(tree) as Client<C>;
}

/** The answer of `add` may be the request of `delete`, so the fields that every answer has are left out. */
function requestOf({ success, ...input }: { readonly success?: unknown }): object {
  return { strict: true, ...input };
}
