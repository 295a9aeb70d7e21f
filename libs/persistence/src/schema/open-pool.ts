import { reasonOf, StartFault } from '@stockbook/process';
import { escapeIdentifier } from 'pg';
import type { DataSource } from 'typeorm';
import { dataSourceFor, type ServiceSchema } from './data-source.js';

/** Every connection needs these: a pooler may leave out those that a client asks for. */
const NEEDED = { statement_timeout: '5s', idle_in_transaction_session_timeout: '1min' };

/** A StartFault says how to set up a pooler that gives its connections no time limits. */
export async function openPool(schema: ServiceSchema, url: string, poolSize: number): Promise<DataSource> {
  const source = await dataSourceFor(schema, url, poolSize)
    .initialize()
    .catch((error: unknown) => {
      const [, parameter] = refusedParameter(error);
      if (!parameter) throw error;
      throw new StartFault(
        `The pooler of DATABASE_URL refuses the parameter ${parameter}: ` +
          `set ignore_startup_parameters = ${Object.keys(NEEDED).join(',')} in PgBouncer.`,
      );
    });
  const lacking = await lackingLimits(source);
  if (!lacking.length) return source;
  await source.destroy();
  const user = escapeIdentifier(new URL(url).username);
  const commands = lacking.map((name) => `ALTER ROLE ${user} SET ${name} = '${NEEDED[name]}'`);
  throw new StartFault(
    `The pooler of DATABASE_URL gives its connections no ${lacking.join(' and no ')}: ` +
      `run ${commands.join('; ')} and RECONNECT in PgBouncer.`,
  );
}

/** PgBouncer uses these words; it has no code of its own for this. */
export const refusedParameter = (error: unknown): readonly string[] =>
  /unsupported startup parameter(?: in options)?: (\w+)/.exec(reasonOf(error)) ?? [];

async function lackingLimits(source: DataSource): Promise<(keyof typeof NEEDED)[]> {
  const rows: { name: keyof typeof NEEDED }[] = await source.query(
    `SELECT name FROM pg_settings WHERE name = ANY ($1) AND setting = '0' ORDER BY name DESC`,
    [Object.keys(NEEDED)],
  );
  return rows.map(({ name }) => name);
}
