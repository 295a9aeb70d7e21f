import type { Deprecation } from './deprecation.js';
import type { Class } from './fields/fields.js';

export const services = ['sales', 'inventory', 'settings', 'integration'] as const;
export type Service = (typeof services)[number];
export const processes = ['gateway', ...services] as const;
export type ProcessName = (typeof processes)[number];
export type Kind = 'read' | 'write';

/** Rights other than those of an operation's kind. */
export interface Needs {
  /** The right to the resource; absent means that of the operation's kind. */
  readonly kind?: Kind;
  /** Fields that name a record, with the resource that the user needs access to when the field is given. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Fields that only a user who may modify everything may give. */
  readonly owns?: readonly string[];
  /** Resources that the operation may show records of. The service receives which of them the user may access. */
  readonly shows?: readonly string[] | 'all';
}

/** A target of signed requests of clients. */
export interface Endpoint<I extends object = object, O extends object = object> {
  readonly path: string;
  readonly kind: Kind;
  readonly summary: string;
  readonly request: Class<I>;
  readonly response: Class<O>;
  /** This product adds it to the specification. */
  readonly additive: boolean;
  /** Absent if it stays. */
  readonly deprecated?: Deprecation;
  /** The largest body, in bytes. */
  readonly bodyLimit: number;
  /** Absent means a secret or a session of a user; `locked` means a session that waits for its PIN. */
  readonly signedWith?: 'nothing' | 'enrolment' | 'session' | 'locked';
}

/** One operation: its route, owner, permission and shapes. All other facts about it derive from these. */
export interface Operation<I extends object = object, O extends object = object> extends Endpoint<I, O> {
  readonly service: Service;
  /** The operation refuses calls of other processes. */
  readonly callers: readonly ProcessName[];
  /** The answer of the `get` of its records; absent if another service has them. */
  readonly shown?: Class;
  /** Every user may call it, whatever their group's permission. */
  readonly isForEveryone: boolean;
  /** It changes or shows data of all channel groups, so users who are limited to some are refused. */
  readonly concernsAll: boolean;
  /** Absent means the right to its resource that its kind needs. */
  readonly needs?: Needs;
  /** Its field `wait` holds the answer back for at most that many seconds. */
  readonly waits?: boolean;
  /** Without an idempotency key, a byte-identical request returns the first answer instead of being executed again. */
  readonly replaysIdentical: boolean;
}

interface Options {
  /** Absent means the value of its resource, for a write. */
  concernsAll?: boolean;
  additive?: boolean;
  deprecated?: Deprecation;
  bodyLimit?: number;
  isForEveryone?: boolean;
  /** The processes that call it beside the gateway. */
  callers?: readonly ProcessName[];
  /** The owner of the records that it changes, where that is not the resource's own. */
  service?: Service;
  needs?: Needs;
  waits?: boolean;
}
interface Action<I extends object = object, O extends object = object> extends Options {
  readonly kind: Kind;
  readonly request: Class<I>;
  readonly response: Class<O>;
  readonly summary: string;
  readonly replaysIdentical: boolean;
}

const action =
  (kind: Kind, replaysIdentical = false) =>
  <I extends object, O extends object>(
    request: Class<I>,
    response: Class<O>,
    summary: string,
    options?: Options,
  ): Action<I, O> => ({ kind, request, response, summary, replaysIdentical, ...options });

/** An operation that changes nothing: needs `access` to its resource. */
export const read = action('read');
/** An operation that sets a state, so a repetition does no harm: needs `modify`. */
export const write = action('write');
/** A write that creates, adds, merges or deletes: an identical request is the same one, and gets its answer. */
export const once = action('write', true);

type Operations<A> = {
  readonly [K in keyof A]: A[K] extends Action<infer I, infer O>
    ? Operation<I, K extends 'get' ? WithRevisions<O> : O>
    : never;
};
/** The records of a list have a revision if they can be edited. */
type WithRevisions<O> = {
  [P in keyof O]: O[P] extends (infer R extends object)[] ? (R & { revision?: number })[] : O[P];
};

export const MEBIBYTE = 1_048_576;

interface ResourceOptions {
  /** Its records belong to all channel groups, so that writes are closed to users who are limited to some. */
  readonly concernsAll?: boolean;
  /** Absent means the gateway, for clients. */
  readonly callers?: readonly ProcessName[];
}

/** Names the operations of one resource. An operation's path is the resource's path plus its key. */
export function resource<A extends Record<string, Action>>(
  path: string,
  service: Service,
  actions: A,
  { concernsAll = false, callers = ['gateway'] }: ResourceOptions = {},
): Operations<A> {
  const bound = Object.entries(actions).map(([name, action]) => [
    name,
    {
      additive: false,
      isForEveryone: false,
      concernsAll: concernsAll && action.kind === 'write',
      bodyLimit: MEBIBYTE,
      service,
      ...action,
      callers: [...callers, ...(action.callers ?? [])],
      path: `${path}/${name}`,
      shown: action.service ? undefined : shownBy(actions, name)?.response,
    },
  ]);
  return Object.fromEntries(bound) as Operations<A>;
}

/** Finds the `get` of the records that an operation is about: that of `editCategory` is `getCategory`. */
const shownBy = (actions: Record<string, Action>, name: string): Action | undefined =>
  actions[`get${/^(?:edit|delete)(.*)/.exec(name)?.[1] ?? ''}`] ?? actions['get'];

/** Names operations that no client may call, and the processes that do. */
export const internalResource = <A extends Record<string, Action>>(
  path: `internal/${string}`,
  service: Service,
  callers: readonly [ProcessName, ...ProcessName[]],
  actions: A,
): Operations<A> => resource(path, service, actions, { callers });

/** Returns the path that permissions name, which is the operation's without its verb. */
export const resourceOf = ({ path }: Endpoint): string => path.slice(0, path.lastIndexOf('/'));

/** Tells whether the operation's purpose is to add records; other writes may add some, too. */
export const adds = ({ kind, path }: Operation): boolean => kind === 'write' && /\/add[^/]*$/.test(path);

/** A tree of operations by group, resource and verb. */
export interface ContractTree {
  readonly [name: string]: ContractTree | Operation;
}

const isLeaf = (node: ContractTree | Operation): node is Operation => typeof node.path === 'string';

export const operationsOf = (tree: ContractTree): Operation[] =>
  Object.values(tree).flatMap((node) => (isLeaf(node) ? [node] : operationsOf(node)));

export const isOperation = (endpoint: Endpoint): endpoint is Operation => 'service' in endpoint;

/** Returns the endpoints that a module declares, also in its contract trees, each once and by path. */
export function endpointsIn(module: object): Endpoint[] {
  const found = new Map<string, Endpoint>();
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
    if (isEndpoint(value)) found.set(value.path, value);
    else for (const part of Object.values(value)) visit(part, depth + 1);
  };
  for (const value of Object.values(module)) visit(value, 1);
  return [...found.values()];
}

/** A path has at most a group, two folders, a resource and a verb. */
const DEEPEST = 5;

const isEndpoint = (value: object): value is Endpoint => 'path' in value && 'request' in value && 'response' in value;
