import { UsageFault } from '../faults.js';
import type { Build, Shell } from '../shell.js';
import { asAccount } from './client.js';
import { credentialsFile, DEFAULT_PROFILE, profileOption, type ProfileOption, writeProfile } from './profiles.js';
import { ask, readSecret } from './questions.js';

interface LoginOptions extends ProfileOption {
  readonly url?: string;
  readonly domain?: string;
  readonly email?: string;
}

/** Tries the secret of a user, and stores it as a profile. The command line, which others can see, has no secret. */
export const build: Build = (login, shell) => {
  login
    .description('store the secret of a user for the other commands; it is asked for, or read from standard input')
    .addOption(profileOption)
    .option('--url <url>', 'the address of Stockbook, like https://stockbook.example')
    .option('--domain <domain>', 'the domain of the account')
    .option('--email <address>', "the user's e-mail, which is the api_key")
    .action(async (options: LoginOptions) => {
      const { env, print } = shell;
      const { profile = DEFAULT_PROFILE } = options;
      const url = urlOf(await given(shell, options, 'url'));
      const domain = await given(shell, options, 'domain');
      const api_key = await given(shell, options, 'email');
      const account = { url, domain, api_key, api_secret: await readSecret(shell.input) };
      await asAccount(account, (client) => client.setting.user.whoami());
      const file = await writeProfile(env, profile, account);
      print(`${api_key} of ${domain} is logged in at ${url}: the profile ${profile} is stored in ${file}.`);
      const usual = await credentialsFile(env, {});
      if (usual !== file) print(`Without --profile ${profile}, commands go on to use ${usual} here.`);
    });
};

async function given({ input }: Shell, options: LoginOptions, name: 'url' | 'domain' | 'email'): Promise<string> {
  const value = options[name] ?? (await ask(input, `${name}: `));
  if (value) return value;
  throw new UsageFault(`Give --${name}.`);
}

function urlOf(text: string): string {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return new URL(text).href.replace(/\/+$/, '');
  throw new UsageFault(`--url must be like https://stockbook.example, not '${text}'.`);
}
