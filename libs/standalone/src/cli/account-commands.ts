import type { Command } from 'commander';
import {
  type AccountOptions,
  domain,
  email,
  type Print,
  type Provision,
  switches,
  type UserOptions,
} from './options.js';

interface NewAccountOptions extends UserOptions {
  readonly name: string;
  readonly username: string;
  readonly currency: string;
  readonly timezone: string;
}

/** `create` also works on a home without a database, and creates one. */
export function addAccountCommands(program: Command, provision: Provision, create: Provision, print: Print): void {
  const account = program.command('account').description('accounts');
  account
    .command('add')
    .description('add an account and its owner; prints the secret, once')
    .addOption(domain)
    .requiredOption('--name <name>', 'name of the company')
    .addOption(email)
    .option('--username <name>', 'name of the owner', 'owner')
    .option('--currency <code>', 'base currency', 'USD')
    .option('--timezone <zone>', 'IANA time zone', 'UTC')
    .action(async ({ email, username, ...given }: NewAccountOptions) => {
      const added = await create((accounts) => accounts.addAccount({ ...given, owner: { email, username } }));
      print(JSON.stringify({ domain: given.domain, api_key: email, ...added }, null, 2));
    });
  for (const { verb, enabled } of switches) {
    account
      .command(verb)
      .description(`${verb} an account`)
      .addOption(domain)
      .action(async ({ domain }: AccountOptions) => {
        await provision(async (accounts) => accounts.changeAccount(await accounts.accountOf(domain), { enabled }));
        print(`The account ${domain} is ${verb}d.`);
      });
  }
}
