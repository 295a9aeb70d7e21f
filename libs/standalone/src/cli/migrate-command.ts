import { type Service, services } from '@stockbook/contracts';
import { service } from './contract-options.js';
import type { Build } from './shell.js';
import { build as buildVerify } from './transfer/verify-command.js';

interface MigrateCommandOptions {
  readonly service?: Service;
  readonly runtimeUser?: string;
}

/** Loads the services only when the command runs. */
export const build: Build = (migrate, shell) => {
  const { env, print } = shell;
  buildVerify(migrate.command('verify'), shell);
  migrate
    .description(
      'bring the schemas up to date, as the user of MIGRATION_DATABASE_URL, else of DATABASE_URL; ' +
        'safe to run again and at the same time',
    )
    .addOption(service('the schema of this service alone'))
    .option(
      '--runtime-user <role>',
      'the role that the services log in with, which gets every right but to change the schema; ' +
        'the user of DATABASE_URL unless given, where MIGRATION_DATABASE_URL names another one',
    )
    .action(async ({ service, runtimeUser }: MigrateCommandOptions) => {
      const { migrateSchemas } = await import('./migrate-schemas.js');
      for (const { name, applied } of await migrateSchemas(env, service ? [service] : services, runtimeUser))
        print(applied.length ? `${name}: applied ${applied.join(', ')}.` : `${name}: up to date.`);
    });
};
