import { reasonOf } from '@stockbook/process';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceSchema } from './data-source.js';
import { lackingMigrations } from './migrate.js';
import { openPool } from './open-pool.js';
import { isAdmitted } from './row-security.js';

const LOOK_MS = 1_000;

/** `report` receives each new reason to wait for another process's migrations. */
export async function awaitSchema(schema: ServiceSchema, url: string, report: (reason: string) => void): Promise<void> {
  let reported: string | undefined;
  for (;;) {
    const reason = await reasonToWait(schema, url).catch((error) => `the database cannot be used: ${reasonOf(error)}`);
    if (reason === undefined) return;
    if (reason !== reported) report(reason);
    reported = reason;
    await delay(LOOK_MS);
  }
}

async function reasonToWait(schema: ServiceSchema, url: string): Promise<string | undefined> {
  const source = await openPool(schema, url, 1);
  try {
    const lacking = await lackingMigrations(schema, source);
    if (lacking.length) return `the schema ${schema.name} lacks ${lacking.join(', ')}`;
    if (await isAdmitted(source, schema.name)) return undefined;
    const { username } = new URL(url);
    return `the user ${username} lacks rights on the schema ${schema.name}: run migrate --runtime-user ${username}`;
  } finally {
    await source.destroy();
  }
}
