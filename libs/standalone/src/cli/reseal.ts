import { integrationService, resealWebhooks } from '@stockbook/integration';
import type { Environment } from '@stockbook/process';
import { resealUserSecrets, settingsService } from '@stockbook/settings';
import { readConfig } from '../config.js';
import { secretKeysOf, withDatabases, withSchema } from './database-access.js';

/** Puts everything that is sealed under the first key, and returns the numbers. Throws at a secret whose key is not given. */
export function reseal(env: Environment): Promise<{ secrets: number; endpoints: number }> {
  const config = readConfig(env);
  const schemas = [settingsService.name, integrationService.name];
  return withDatabases(config, { schemas }, async (urlOf) => {
    const keys = await secretKeysOf(config);
    const secrets = await withSchema(urlOf(settingsService.name), settingsService, (db) => resealUserSecrets(db, keys));
    const endpoints = await withSchema(urlOf(integrationService.name), integrationService, (db) =>
      resealWebhooks(db, keys),
    );
    return { secrets, endpoints };
  });
}
