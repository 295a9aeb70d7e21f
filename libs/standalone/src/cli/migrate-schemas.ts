import type { Service } from '@stockbook/contracts';
import { databaseUrlOf, migrate } from '@stockbook/persistence';
import type { Environment } from '@stockbook/process';
import { readConfig } from '../config.js';
import { definitions } from '../definitions.js';
import { withDatabase } from './database-access.js';

interface Migrated {
  readonly name: Service;
  readonly applied: readonly string[];
}

/** Migrates these services' schemas, one after the other. */
export async function migrateSchemas(
  env: Environment,
  schemas: readonly Service[],
  runtimeUser = runtimeUserOf(env),
): Promise<Migrated[]> {
  return withMigrationDatabase(env, schemas, async (url) => {
    const migrated: Migrated[] = [];
    for (const name of schemas)
      migrated.push({ name, applied: await migrate(definitions[name], url, { runtimeUser }) });
    return migrated;
  });
}

/** As the user who may change the schemas. */
export function withMigrationDatabase<T>(
  env: Environment,
  schemas: readonly Service[],
  work: (url: string) => Promise<T>,
): Promise<T> {
  const databaseUrl = databaseUrlOf(env, 'MIGRATION_DATABASE_URL');
  const config = readConfig(env);
  return withDatabase(databaseUrl ? { ...config, databaseUrl } : config, { schemas, mayCreate: true }, work);
}

function runtimeUserOf(env: Environment): string | undefined {
  const [migrating, running] = [databaseUrlOf(env, 'MIGRATION_DATABASE_URL'), databaseUrlOf(env)].map(
    (url) => url && decodeURIComponent(new URL(url).username),
  );
  return migrating && running !== migrating ? running : undefined;
}
