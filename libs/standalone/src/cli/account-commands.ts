import { domain, email, switches, type UserOptions } from './options.js';
import { provisioning } from './provision.js';
import type { Build } from './shell.js';

interface NewAccountOptions extends UserOptions {
  readonly name: string;
  readonly username: string;
  readonly currency: string;
  readonly timezone: string;
}

export const build: Build = (account, { env, print }) => {
  const provision = provisioning(env);
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
      const wanted = { ...given, owner: { email, username } };
      const added = await provision((accounts) => accounts.addAccount(wanted), { mayCreate: true });
      print(JSON.stringify({ domain: given.domain, api_key: email, ...added }, null, 2));
    });
  for (const { verb, enabled } of switches) {
    account
      .command(verb)
      .description(`${verb} an account`)
      .addOption(domain)
      .action(async ({ domain }: { domain: string }) => {
        await provision(async (accounts) => accounts.changeAccount(await accounts.accountOf(domain), { enabled }));
        print(`The account ${domain} is ${verb}d.`);
      });
  }
};
