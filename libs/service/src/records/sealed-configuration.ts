import type { SecretKeys } from '@stockbook/auth';
import { type ConfiguredResource, type Fault, type SealedSecret, shownFields } from '@stockbook/contracts';
import { type ConfiguredRow, type Db, statement } from '@stockbook/persistence';
import { isDeepStrictEqual } from 'node:util';
import { type Configuration, masked, unmasked } from './masked-configuration.js';

export type ConfigurationColumns = Pick<ConfiguredRow, 'configuration' | 'sealed_configuration'>;

/** The record that a configuration is of: the stored one, or what is known of a new one. */
export type Configured = Pick<ConfiguredRow, 'account_id'> & Partial<ConfigurationColumns> & { readonly type?: string };

/** Stored as they are shown, with the whole of those that have more sealed beside it. */
export class Configurations {
  constructor(
    private readonly keys: SecretKeys,
    private readonly resource: ConfiguredResource,
  ) {}

  /** Returns the columns to store. A mask stands for the stored value; one that stands for none is a fault. */
  columns(given: Configuration, record: Configured, faults: Fault[]): ConfigurationColumns {
    const fields = shownFields(this.resource, record.type);
    const shows = (name: string) => fields.has(name);
    const stored = this.open(record);
    const whole = unmasked(given, stored, shows, faults);
    const shown = masked(whole, shows);
    if (isDeepStrictEqual(whole, shown)) return { configuration: shown, sealed_configuration: null };
    // Each sealing differs: an unchanged configuration keeps its own, so that nothing changes.
    const sealed = isDeepStrictEqual(whole, stored) ? record.sealed_configuration : undefined;
    return { configuration: shown, sealed_configuration: sealed ?? this.seal(whole, record) };
  }

  private seal(whole: Configuration, { account_id }: Configured) {
    return this.keys.seal(JSON.stringify(whole), ownerOf(this.resource, account_id));
  }

  private open({ account_id, configuration = {}, sealed_configuration: sealed }: Configured): Configuration {
    return sealed ? JSON.parse(this.keys.open(sealed, ownerOf(this.resource, account_id))) : configuration;
  }
}

const ownerOf = (resource: ConfiguredResource, account_id: number): string => `${resource}/${account_id}`;

/** Puts the sealed configurations of these tables under the first key, and returns how many had another one. */
export async function resealConfigurations(
  db: Db,
  keys: SecretKeys,
  resources: Readonly<Record<string, ConfiguredResource>>,
): Promise<number> {
  let count = 0;
  for (const [table, resource] of Object.entries(resources)) count += await resealTable(db, keys, table, resource);
  return count;
}

async function resealTable(db: Db, keys: SecretKeys, table: string, resource: ConfiguredResource): Promise<number> {
  const sealed = `FROM ${db.schema}.${table} WHERE sealed_configuration IS NOT NULL AND date_deleted IS NULL`;
  const accounts = statement(`accounts_with_sealed_${table}`, `SELECT DISTINCT account_id ${sealed}`);
  const lock = statement(
    `lock_sealed_${table}`,
    `SELECT ${table}_id AS id, sealed_configuration AS secret ${sealed} AND account_id = $1 ORDER BY ${table}_id
     FOR UPDATE`,
  );
  const write = statement(
    `reseal_${table}`,
    `UPDATE ${db.schema}.${table} SET sealed_configuration = $3::json WHERE account_id = $1 AND ${table}_id = $2`,
  );
  let count = 0;
  for (const { account_id } of await db.query<{ account_id: number }>(accounts, []))
    count += await db.transactFor([account_id], async (tx) => {
      const rows = await tx.query<{ id: number; secret: SealedSecret }>(lock, [account_id]);
      const owner = ownerOf(resource, account_id);
      const changed = rows.filter(({ secret }) => keys.reseal(secret, owner).key_id !== secret.key_id);
      for (const { id, secret } of changed)
        await tx.query(write, [account_id, id, JSON.stringify(keys.reseal(secret, owner))]);
      return changed.length;
    });
  return count;
}
