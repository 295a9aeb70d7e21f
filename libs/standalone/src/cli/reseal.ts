import { integrationService, resealWebhooks } from '@stockbook/integration';
import type { Environment } from '@stockbook/process';
import { resealUserSecrets, settingsService } from '@stockbook/settings';
import { readConfig } from '../config.js';
import { secretKeysIn } from '../home/home.js';
import { withDatabases, withSchema } from './database-access.js';

interface Resealed {
  readonly secrets: number;
  readonly endpoints: number;
}

/** Puts everything that is sealed under the first key. Throws at a secret whose key is not given. */
export function reseal(env: Environment): Promise<Resealed> {
  const config = readConfig(env);
  const schemas = [settingsService.name, integrationService.name];
  return withDatabases(config, { schemas }, async (urlOf) => {
    const keys = config.secretKeys ?? (await secretKeysIn(config.home));
    const secrets = await withSchema(urlOf(settingsService.name), settingsService, (db) => resealUserSecrets(db, keys));
    const endpoints = await withSchema(urlOf(integrationService.name), integrationService, (db) =>
      resealWebhooks(db, keys),
    );
    return { secrets, endpoints };
  });
}
