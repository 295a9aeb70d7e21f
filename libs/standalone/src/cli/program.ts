import { Command } from 'commander';
import type { Environment } from '@stockbook/process';
import { addAccountCommands } from './account-commands.js';
import { addCallCommand } from './call-command.js';
import { addEventCommands } from './events/event-commands.js';
import { addKeyCommands } from './key-commands.js';
import { addMigrateCommand } from './migrate-command.js';
import type { Print, Provision } from './options.js';
import { addExportCommand } from './transfer/export-command.js';
import { addImportCommand } from './transfer/import-command.js';
import { addVerifyCommand } from './transfer/verify-command.js';
import { addUserCommands } from './user-commands.js';
import { addWebhookCommands } from './webhooks/webhook-commands.js';

/** `print` receives the output of a command; a refusal is thrown. */
export function commandLine(env: Environment, print: Print, exit: (code: number) => void): Command {
  const provision = provisioning(env);
  const program = new Command('stockbook')
    .description("Stockbook's operator commands.")
    .configureOutput({ outputError: (fault, write) => write(`${sentenceOf(fault)}\n`) });
  addCallCommand(program, env, print, exit);
  addAccountCommands(program, provision, print);
  addUserCommands(program, provision, print);
  addEventCommands(program, env, print);
  addKeyCommands(program, env, print);
  addVerifyCommand(addMigrateCommand(program, env, print), env, print, exit);
  addImportCommand(program, env, print, exit);
  addExportCommand(program, env, print, exit);
  addWebhookCommands(program, env, print);
  return program;
}

/** Loads TypeORM and the settings service only when a command needs them: `call` starts four times as fast without. */
const provisioning =
  (env: Environment): Provision =>
  async (work, options) => {
    const { readConfig } = await import('../config.js');
    const { withProvisioning } = await import('./database-access.js');
    return withProvisioning(readConfig(env), work, options);
  };

/** Turns Commander's `error: unknown command 'ad'\n(Did you mean add?)` into a sentence. */
function sentenceOf(fault: string): string {
  const text = fault
    .trim()
    .replace(/^error: /, '')
    .replace(/\n\(D/, ' (d');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}
