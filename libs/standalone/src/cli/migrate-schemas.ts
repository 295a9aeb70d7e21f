import type { Service } from '@stockbook/contracts';
import { databaseUrlOf, migrate } from '@stockbook/persistence';
import type { Environment } from '@stockbook/process';
import { readConfig } from '../config.js';
import { definitions } from '../definitions.js';
import { type Access, type UrlOf, withDatabases } from './database-access.js';

export function migrateSchemas(env: Environment, schemas: readonly Service[], runtimeUser?: string) {
  return withMigrationDatabases(env, { schemas, mayCreate: true }, async (urlOf) => {
    const migrated = [];
    for (const name of schemas) {
      const url = urlOf(name);
      migrated.push({ name, applied: await migrate(definitions[name], url, runtimeUser ?? runtimeUserOf(env, url)) });
    }
    return migrated;
  });
}

/** Works as the user who may change the schemas. */
export function withMigrationDatabases<T>(
  env: Environment,
  access: Access,
  work: (urlOf: UrlOf) => Promise<T>,
): Promise<T> {
  const databaseUrl = databaseUrlOf(env, 'MIGRATION_DATABASE_URL');
  const config = readConfig(env);
  return withDatabases(databaseUrl ? { ...config, databaseUrl } : config, access, work);
}

/** Returns the user of DATABASE_URL if another one migrates. */
function runtimeUserOf(env: Environment, migrationUrl: string): string | undefined {
  const running = databaseUrlOf(env);
  return running && userOf(running) !== userOf(migrationUrl) ? userOf(running) : undefined;
}

const userOf = (url: string): string => decodeURIComponent(new URL(url).username);
