import type { Build } from '../shell.js';
import { credentialsFile, profileFile, profileNames, readAccount } from './profiles.js';

export const build: Build = (profiles, { env, print }) => {
  profiles.description('list the profiles; * marks the one that commands here use').action(async () => {
    const used = await credentialsFile(env, {});
    for (const name of await profileNames(env)) {
      const file = profileFile(env, name);
      const { api_key, domain, url } = await readAccount(file);
      print([file === used ? '*' : ' ', name, api_key, domain, url].join('  '));
    }
  });
};
