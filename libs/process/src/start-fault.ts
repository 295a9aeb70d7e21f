/** A fault that the operator can mend: the app prints the message alone, one sentence, and exits with 1. */
export class StartFault extends Error {
  override readonly name = 'StartFault';
}

/** The code of a system or database error, like EACCES or 28P01, or else what the error says. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : reasonOf(error);
}

/** The message of an error, fit to stand in parentheses in a sentence. */
export function reasonOf(error: unknown): string {
  return String(error)
    .replace(/^\w+: /, '')
    .trim()
    .replace(/\s*\n\s*/g, ' ');
}

/** Runs a step; a system error in it, like no permission or no space, becomes a StartFault of the given sentence. */
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
