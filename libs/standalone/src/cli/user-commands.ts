import type { NewUser } from '@stockbook/settings';
import { UsageFault } from './faults.js';
import { domain, email, idParser, switches, type UserOptions } from './options.js';
import { provisioning } from './provision.js';
import type { Build } from './shell.js';

interface NewUserOptions extends UserOptions {
  readonly username?: string;
  readonly group?: string;
  readonly access?: string[];
  readonly modify?: string[];
  readonly viewCost: boolean;
}

const paths = (text: string): string[] => text.split(',').map((path) => path.trim());

export const build: Build = (user, { env, print }) => {
  const provision = provisioning(env);
  const command = (name: string, description: string) =>
    user.command(name).description(description).addOption(domain).addOption(email);

  command('add', 'add a user; prints the secret, once')
    .option('--username <name>', "name; the e-mail's first part unless given")
    .option('--group <name>', 'an existing user group, like Owner, or with --access or --modify a new one')
    .option('--access <paths>', "what the new group may read, like 'sale/*,inventory/item'", paths)
    .option('--modify <paths>', 'what the new group may change', paths)
    .option('--view-cost', 'the new group may view cost', false)
    .action(async (options: NewUserOptions) => {
      const { domain, email, username = email.split('@')[0] ?? email } = options;
      const user = { email, username, user_group: userGroupOf(options) };
      const added = await provision(async (accounts) => accounts.addUser(await accounts.accountOf(domain), user));
      print(JSON.stringify({ domain, api_key: email, ...added }, null, 2));
    });
  command('rotate-secret', 'issue a further secret, printed once; the one before it stays live until revoked').action(
    async ({ domain, email }: UserOptions) => {
      const issued = await provision(async (accounts) =>
        accounts.rotateSecret(await accounts.accountOf(domain), email),
      );
      print(JSON.stringify({ domain, api_key: email, ...issued }, null, 2));
    },
  );
  command('revoke-secret', 'revoke a secret; takes effect within 5 seconds')
    .argument('<id>', 'the user_secret_id that was printed with the secret', idParser('The id of a secret'))
    .action(async (id: number, { domain, email }: UserOptions) => {
      await provision(async (accounts) => accounts.revokeSecret(await accounts.accountOf(domain), email, id));
      print(`The secret ${id} of ${email} is revoked and stops working within 5 seconds.`);
    });
  for (const { verb, enabled } of switches) {
    command(verb, `${verb} a user`).action(async ({ domain, email }: UserOptions) => {
      await provision(async (accounts) => accounts.enableUser(await accounts.accountOf(domain), email, enabled));
      print(`The user ${email} of ${domain} is ${verb}d.`);
    });
  }
};

/** Has no default, so that nobody becomes an Owner by accident. */
function userGroupOf({ group, access, modify, viewCost }: NewUserOptions): NewUser['user_group'] {
  if (!group) {
    throw new UsageFault(
      access || modify || viewCost
        ? 'Name the new user group, which --access, --modify and --view-cost are of, by --group.'
        : 'Give --group with the name of a user group, like Owner, or of a new one with --access or --modify.',
    );
  }
  if (access || modify) {
    return { name: group, permission: { access: access ?? [], modify: modify ?? [], view_cost: viewCost } };
  }
  if (viewCost) throw new UsageFault('A new user group needs --access or --modify beside --view-cost.');
  return group;
}
