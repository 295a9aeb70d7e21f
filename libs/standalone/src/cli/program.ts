import { Command, Option } from 'commander';
import { readConfig } from '../config.js';
import { callOperation } from './call-command.js';
import { withProvisioning } from './settings-access.js';

interface Account {
  readonly domain: string;
}
interface User extends Account {
  readonly email: string;
}

const domain = new Option('--domain <domain>', 'the domain of the account').makeOptionMandatory();
const email = new Option('--email <address>', "the user's e-mail, which is the api_key").makeOptionMandatory();
const paths = (text: string) => text.split(',').filter(Boolean);

/** The operator's commands. `print` receives what they have to say; a refusal is thrown. */
export function commandLine(
  env: Readonly<Record<string, string | undefined>>,
  print: (text: string) => void,
  exit: (code: number) => void,
): Command {
  const provisioning = <T>(work: Parameters<typeof withProvisioning<T>>[1]) => withProvisioning(readConfig(env), work);
  const program = new Command('stockbook').description("Stockbook's operator commands.");

  program
    .command('call <operation> [body]')
    .description(
      'sign and send one request, like: call sale/order/get \'{"limit":5}\'; - reads the body from standard input',
    )
    .action(async (operation: string, body = '{}') => {
      const { json, ok } = await callOperation(env, operation, body);
      print(json);
      exit(ok ? 0 : 1);
    });

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
    .action(
      async ({
        email,
        username,
        ...given
      }: User & { name: string; username: string; currency: string; timezone: string }) => {
        const added = await provisioning((accounts) => accounts.addAccount({ ...given, owner: { email, username } }));
        print(JSON.stringify({ domain: given.domain, api_key: email, ...added }, null, 2));
      },
    );
  for (const [verb, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    account
      .command(verb)
      .description(`${verb} an account`)
      .addOption(domain)
      .action(({ domain }: Account) =>
        provisioning(async (accounts) => accounts.changeAccount(await accounts.accountOf(domain), { enabled })),
      );
  }

  const user = program.command('user').description('users of an account');
  user
    .command('add')
    .description('add a user; prints the secret, once')
    .addOption(domain)
    .addOption(email)
    .option('--username <name>', "name; the e-mail's first part unless given")
    .option('--group <name>', 'an existing user group, or with --access or --modify a new one', 'Owner')
    .option('--access <paths>', "what the new group may read, like 'sale/*,inventory/item'", paths)
    .option('--modify <paths>', 'what the new group may change', paths)
    .option('--view-cost', 'the new group may view cost', false)
    .action(async ({ domain, email, username, group, access, modify, viewCost }: User & NewUserOptions) => {
      const added = await provisioning(async (accounts) => {
        const account_id = await accounts.accountOf(domain);
        const permission = { access: access ?? [], modify: modify ?? [], view_cost: viewCost };
        if (access || modify) await accounts.addUserGroup(account_id, group, permission);
        const name = username ?? email.split('@')[0] ?? email;
        return accounts.addUser(account_id, { email, username: name, user_group: group });
      });
      print(JSON.stringify({ domain, api_key: email, ...added }, null, 2));
    });
  user
    .command('rotate-secret')
    .description('issue a further secret, printed once; the one before it stays live until revoked')
    .addOption(domain)
    .addOption(email)
    .action(async ({ domain, email }: User) => {
      const issued = await provisioning(async (accounts) =>
        accounts.rotateSecret(await accounts.accountOf(domain), email),
      );
      print(JSON.stringify({ domain, api_key: email, ...issued }, null, 2));
    });
  user
    .command('revoke-secret <id>')
    .description('revoke a secret by the id that was printed with it; takes effect within 5 seconds')
    .addOption(domain)
    .addOption(email)
    .action((id: string, { domain, email }: User) =>
      provisioning(async (accounts) => accounts.revokeSecret(await accounts.accountOf(domain), email, Number(id))),
    );
  for (const [verb, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    user
      .command(verb)
      .description(`${verb} a user`)
      .addOption(domain)
      .addOption(email)
      .action(({ domain, email }: User) =>
        provisioning(async (accounts) => accounts.enableUser(await accounts.accountOf(domain), email, enabled)),
      );
  }
  return program;
}

interface NewUserOptions {
  readonly username?: string;
  readonly group: string;
  readonly access?: string[];
  readonly modify?: string[];
  readonly viewCost: boolean;
}
