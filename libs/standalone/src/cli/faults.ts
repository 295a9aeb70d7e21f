import { faultLines, StartFault } from '@stockbook/process/faults';
import { Refused } from '@stockbook/contracts/refused';
import { CommanderError } from 'commander';

/** The exit codes besides 0; `docs/command-line.md` describes them. */
export const EXIT = { refused: 1, usage: 2, noAnswer: 3 } as const;

/** The command line is wrong. */
export class UsageFault extends StartFault {}

/** Stockbook does not answer, or cannot at the moment, so the command may be repeated. */
export class NoAnswer extends StartFault {}

/** Returns the exit code for the error of a command, and the text that its user reads. */
export function endingOf(error: unknown): { readonly code: number; readonly text?: string } {
  // Commander has printed its message, or the help that was asked for.
  if (error instanceof CommanderError) return { code: error.exitCode && EXIT.usage };
  if (error instanceof UsageFault) return { code: EXIT.usage, text: error.message };
  if (error instanceof NoAnswer) return { code: EXIT.noAnswer, text: error.message };
  const isOurs = error instanceof Refused || error instanceof StartFault;
  return { code: EXIT.refused, text: isOurs ? error.message : faultLines(error) };
}
