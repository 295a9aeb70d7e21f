import { OWN_RELEASE } from '@stockbook/process/own-release';
import { Command } from 'commander';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Build, Shell } from './shell.js';

export { endingOf } from './faults.js';

interface Entry {
  readonly summary: string;
  readonly load: () => Promise<{ readonly build: Build }>;
  /** The command describes all others, so all are loaded. */
  readonly describesAll?: boolean;
}

/** Each command is a file, which is loaded when the command is called, so none waits for the imports of others. */
const COMMANDS: Readonly<Record<string, Entry>> = {
  call: { summary: 'sign and send one request', load: () => import('./client/call-command.js') },
  login: { summary: 'store the secret of a user', load: () => import('./client/login-command.js') },
  logout: { summary: 'remove the profile of a user', load: () => import('./client/logout-command.js') },
  profiles: { summary: 'list the profiles', load: () => import('./client/profiles-command.js') },
  webhook: { summary: 'work with the endpoints of an account', load: () => import('./webhooks/webhook-commands.js') },
  account: { summary: 'accounts', load: () => import('./account-commands.js') },
  user: { summary: 'users of an account', load: () => import('./user-commands.js') },
  events: { summary: 'parked events, and events to send again', load: () => import('./events/event-commands.js') },
  keys: { summary: 'the keys of STOCKBOOK_SECRET_KEYS', load: () => import('./key-commands.js') },
  completion: {
    summary: 'print a script that completes commands',
    load: () => import('./completion-command.js'),
    describesAll: true,
  },
  migrate: { summary: 'bring the schemas up to date', load: () => import('./migrate-command.js') },
  import: {
    summary: 'bring the records of a file into an account',
    load: () => import('./transfer/import-command.js'),
  },
  export: { summary: 'write records into a file', load: () => import('./transfer/export-command.js') },
};

/** Runs the command that the arguments name. A refusal or a wrong command line is thrown. */
export async function commandLine(args: readonly string[], shell: Shell): Promise<void> {
  const program = new Command('stockbook')
    .description("Stockbook's command line.")
    .version(ownVersion())
    .configureOutput({
      writeOut: (text) => shell.print(text.trimEnd()),
      outputError: (fault, write) => write(`${sentenceOf(fault)}\n`),
    })
    .exitOverride();
  const called = args.find((arg) => Object.hasOwn(COMMANDS, arg)) ?? '';
  const isWhole = COMMANDS[called]?.describesAll;
  for (const [name, { summary, load }] of Object.entries(COMMANDS)) {
    const command = program.command(name).description(summary);
    if (isWhole || name === called) (await load()).build(command, shell);
  }
  await program.parseAsync(args, { from: 'user' });
}

function ownVersion(): string {
  const { version } = JSON.parse(readFileSync(join(OWN_RELEASE, 'package.json'), 'utf8'));
  return String(version);
}

/** Turns Commander's `error: unknown command 'ad'\n(Did you mean add?)` into a sentence. */
function sentenceOf(fault: string): string {
  const text = fault
    .trim()
    .replace(/^error: /, '')
    .replace(/\n\(D/, ' (d');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}
