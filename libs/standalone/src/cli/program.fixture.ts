import { Readable } from 'node:stream';
import { commandLine, endingOf } from './program.js';

/** Runs a command and returns its output, or the sentence of its refusal. */
export const runIn = async (env: Record<string, string>, args: readonly string[]): Promise<string> =>
  (await endIn(env, args)).text;

/** Runs a command and returns its output, or the sentence of its refusal, with the exit code. */
export async function endIn(
  env: Record<string, string>,
  args: readonly string[],
  input = '',
): Promise<{ readonly code: number; readonly text: string }> {
  const printed: string[] = [];
  let code = 0;
  try {
    await commandLine(args, {
      env,
      input: Readable.from([input]),
      print: (text) => printed.push(text),
      exit: (given) => (code = given),
    });
  } catch (error) {
    const ending = endingOf(error);
    return { code: ending.code, text: ending.text ?? printed.join('\n') };
  }
  return { code, text: printed.join('\n') };
}
