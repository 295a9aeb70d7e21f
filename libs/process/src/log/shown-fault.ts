import { OperatorError } from '../operator-error.js';

/** The parts of an error that logs and traces may hold. */
export type ShownFault = { readonly name: string; readonly message?: string; readonly stack?: string } & Partial<
  Record<(typeof NAMES)[number], string | number> & {
    readonly refused: readonly string[];
    readonly cause: ShownFault;
    readonly errors: readonly ShownFault[];
  }
>;

/**
 * These fields of Node, PostgreSQL and kafkajs hold names of a closed set, or of our own schema and hosts. The list
 * leaves out fields that hold values: PostgreSQL's `detail`, `hint`, `where` and `internalQuery`, TypeORM's `query` and
 * `parameters`, Node's `path` and `address`.
 */
const NAMES = [
  ...(['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine', 'statement'] as const),
  ...(['syscall', 'type', 'broker'] as const),
] as const;

/** These messages of `pg` hold no value; its errors have no code. */
const CONSTANT_MESSAGES: ReadonlySet<string> = new Set([
  'Client has encountered a connection error and is not queryable',
  'Connection terminated',
  'Connection terminated due to connection timeout',
  'Connection terminated unexpectedly',
  'Query read timeout',
  'timeout exceeded when trying to connect',
]);

const IS_NAME = /^[\w.:$-]{1,128}$/;
const IS_FRAME = /^\s+at \S.{0,400}$/;
const [MOST_FRAMES, MOST_ERRORS, MOST_CAUSES] = [30, 10, 5];

/** Messages of others, such as `invalid input syntax for type uuid: "..."`, are left out. */
export function shownFault(fault: unknown, depth = 0): ShownFault {
  if (typeof fault !== 'object' || fault === null) return { name: typeof fault };
  const message = textIn(fault, 'message');
  const isShown = fault instanceof OperatorError || CONSTANT_MESSAGES.has(message);
  const cause = partOf(fault, 'cause');
  const errors = partOf(fault, 'errors');
  const isDeepest = depth >= MOST_CAUSES;
  return {
    name: nameOf(fault),
    ...(isShown && { message }),
    ...namesIn(fault),
    ...codesIn(partOf(fault, 'faults')),
    ...framesIn(textIn(fault, 'stack'), message),
    ...(cause !== undefined && !isDeepest && { cause: shownFault(cause, depth + 1) }),
    ...(Array.isArray(errors) &&
      !isDeepest && { errors: errors.slice(0, MOST_ERRORS).map((error) => shownFault(error, depth + 1)) }),
  };
}

export function faultLines(fault: unknown): string {
  const { name, message, stack, cause, errors = [], ...others } = shownFault(fault);
  const head = message ? `${name}: ${message}` : name;
  const facts = JSON.stringify({ ...others, cause, ...(errors.length && { errors }) });
  return [head, ...(facts === '{}' ? [] : [facts]), ...(stack ? [stack] : [])].join('\n');
}

const partOf = (fault: object, name: string): unknown => Reflect.get(fault, name);

function textIn(fault: object, name: string): string {
  const value = partOf(fault, name);
  return typeof value === 'string' ? value : '';
}

/** `Error` says nothing, nor does the `error` of `pg`: their classes do. */
function nameOf(fault: object): string {
  const name = textIn(fault, 'name');
  const shown = /^(error)?$/i.test(name) ? fault.constructor?.name : name;
  return shown && IS_NAME.test(shown) ? shown : 'Error';
}

function namesIn(fault: object): Partial<ShownFault> {
  const found = NAMES.map((name) => [name, partOf(fault, name)] as const);
  return Object.fromEntries(
    found.filter(([, value]) => Number.isSafeInteger(value) || (typeof value === 'string' && IS_NAME.test(value))),
  );
}

/** A refusal's sentences quote the request, its codes do not. */
function codesIn(faults: unknown): Partial<ShownFault> {
  if (!Array.isArray(faults)) return {};
  const codes = faults.map((fault: unknown) => (typeof fault === 'object' && fault ? textIn(fault, 'code') : ''));
  return { refused: [...new Set(codes)].filter((code) => /^[a-z_]{1,40}$/.test(code)) };
}

/** A stack begins with the message, which may itself look like frames: only lines behind it count. */
function framesIn(stack: string, message: string): Partial<ShownFault> {
  const begin = stack.indexOf(message);
  if (begin < 0) return {};
  const lines = stack.slice(begin + message.length).split('\n');
  const frames = lines.filter((line) => IS_FRAME.test(line)).slice(0, MOST_FRAMES);
  return frames.length ? { stack: frames.join('\n') } : {};
}
