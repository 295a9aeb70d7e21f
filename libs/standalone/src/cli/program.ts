import { Command } from 'commander';
import { readConfig } from '../config.js';
import type { Environment } from '@stockbook/process';
import { addAccountCommands } from './account-commands.js';
import { addCallCommand } from './call-command.js';
import { withProvisioning } from './database-access.js';
import { addEventCommands } from './event-commands.js';
import type { Print, Provision } from './options.js';
import { addUserCommands } from './user-commands.js';

/** The operator's commands. `print` receives what they have to say; a refusal is thrown. */
export function commandLine(env: Environment, print: Print, exit: (code: number) => void): Command {
  const provision: Provision = (work) => withProvisioning(readConfig(env), work);
  const create: Provision = (work) => withProvisioning(readConfig(env), work, { mayCreate: true });
  const program = new Command('stockbook')
    .description("Stockbook's operator commands.")
    .configureOutput({ outputError: (fault, write) => write(`${sentenceOf(fault)}\n`) });
  addCallCommand(program, env, print, exit);
  addAccountCommands(program, provision, create, print);
  addUserCommands(program, provision, print);
  addEventCommands(program, env, print);
  return program;
}

/** Commander's faults as all others read: `error: unknown command 'ad'\n(Did you mean add?)`. */
function sentenceOf(fault: string): string {
  const text = fault
    .trim()
    .replace(/^error: /, '')
    .replace(/\n\(D/, ' (d');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}
