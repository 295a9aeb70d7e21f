import { StartFault } from '@stockbook/process/faults';
import type { Build } from '../shell.js';
import { DEFAULT_PROFILE, profileOption, type ProfileOption, removeProfile } from './profiles.js';

export const build: Build = (logout, { env, print }) => {
  logout.addOption(profileOption).action(async ({ profile = DEFAULT_PROFILE }: ProfileOption) => {
    if (!(await removeProfile(env, profile))) throw new StartFault(`There is no profile ${profile}.`);
    print(
      `The profile ${profile} is removed. ` +
        'Its secret stays valid until user revoke-secret or setting/user/revokeSecret.',
    );
  });
};
