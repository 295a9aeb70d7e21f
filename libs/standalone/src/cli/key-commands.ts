import type { Build } from './shell.js';

/** Loads the services only when the command runs. */
export const build: Build = (keys, { env, print }) => {
  keys
    .command('reseal')
    .description(
      'seal the secrets of users, webhooks and configurations with the first key, ' +
        'so that the others can be taken away; safe to run again',
    )
    .action(async () => {
      const { reseal } = await import('./reseal.js');
      const { secrets, endpoints, configurations } = await reseal(env);
      const webhooks = `endpoints of webhooks: ${endpoints}, configurations: ${configurations}`;
      print(`Resealed with the first key: secrets of users: ${secrets}, ${webhooks}.`);
    });
};
