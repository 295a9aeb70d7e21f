import { Refused } from '@stockbook/contracts';
import { StartFault } from '@stockbook/process';
import { commandLine } from './program.js';

/** Runs a command and returns its output, or the sentence of its refusal. */
export async function runIn(env: Record<string, string>, args: readonly string[]): Promise<string> {
  const printed: string[] = [];
  try {
    await commandLine(
      env,
      (text) => printed.push(text),
      () => undefined,
    ).parseAsync(['node', 'stockbook', ...args]);
  } catch (error) {
    if (error instanceof Refused || error instanceof StartFault) return error.message;
    throw error;
  }
  return printed.join('\n');
}
