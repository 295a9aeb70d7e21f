import { integrationService, resealWebhooks } from '@stockbook/integration';
import type { Environment } from '@stockbook/process';
import { resealUserSecrets, settingsService } from '@stockbook/settings';
import { readConfig } from '../config.js';
import { secretKeysIn } from '../home/home.js';
import { withDatabase, withSchema } from './database-access.js';

interface Resealed {
  readonly secrets: number;
  readonly endpoints: number;
}

/** Puts everything that is sealed under the first key. Throws at a secret whose key is not given. */
export function reseal(env: Environment): Promise<Resealed> {
  const config = readConfig(env);
  const schemas = [settingsService.name, integrationService.name];
  return withDatabase(config, { schemas }, async (url) => {
    const keys = config.secretKeys ?? (await secretKeysIn(config.home));
    const secrets = await withSchema(url, settingsService, (db) => resealUserSecrets(db, keys));
    const endpoints = await withSchema(url, integrationService, (db) => resealWebhooks(db, keys));
    return { secrets, endpoints };
  });
}
