import type { Environment } from '@stockbook/process';
import type { Command } from 'commander';
import type { Readable } from 'node:stream';

/** All commands of a run share it. */
export interface Shell {
  readonly env: Environment;
  readonly input: Readable & { readonly isTTY?: boolean };
  /** Receives the output of a command. */
  readonly print: (text: string) => void;
  /** Takes the exit code of a command that ends without an error. */
  readonly exit: (code: number) => void;
}

/** Adds arguments, options, subcommands and the action to a command of the program's table. */
export type Build = (command: Command, shell: Shell) => void;
