import { OperatorError } from './operator-error.js';

/** A fault that the operator can fix: the app prints only the message and exits with 1. */
export class StartFault extends OperatorError {
  override readonly name = 'StartFault';
}

/** Returns the code of a system or database error, like EACCES or 28P01; its message if it has no code. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : reasonOf(error);
}

/** Returns the message of an error as one line, to stand in parentheses. */
export function reasonOf(error: unknown): string {
  return String(error)
    .replace(/^\w+: /, '')
    .trim()
    .replace(/\s*\n\s*/g, ' ');
}

/** Turns a system error in the step, such as no permission or no space, into a StartFault. */
export async function orFault<T>(sentence: (reason: string) => string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'syscall' in error) {
      throw new StartFault(sentence(reasonOf(error)));
    }
    throw error;
  }
}
