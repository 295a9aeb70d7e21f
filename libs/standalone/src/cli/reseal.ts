import { integrationConfigurations, integrationService, resealWebhooks } from '@stockbook/integration';
import type { Environment } from '@stockbook/process';
import { resealConfigurations } from '@stockbook/service';
import { resealUserSecrets, settingsService } from '@stockbook/settings';
import { readConfig } from '../config.js';
import { secretKeysOf, withDatabases, withSchema } from './database-access.js';

/** Throws at a secret whose key is not given. */
export function reseal(env: Environment): Promise<{ secrets: number; endpoints: number; configurations: number }> {
  const config = readConfig(env);
  const schemas = [settingsService.name, integrationService.name];
  return withDatabases(config, { schemas }, async (urlOf) => {
    const keys = await secretKeysOf(config);
    const settings = await withSchema(urlOf(settingsService.name), settingsService, async (db) => ({
      secrets: await resealUserSecrets(db, keys),
      configurations: await resealConfigurations(db, keys, { payment_method: 'setting/payment_method' }),
    }));
    const integration = await withSchema(urlOf(integrationService.name), integrationService, async (db) => ({
      endpoints: await resealWebhooks(db, keys),
      configurations: await resealConfigurations(db, keys, integrationConfigurations),
    }));
    const configurations = settings.configurations + integration.configurations;
    return { secrets: settings.secrets, endpoints: integration.endpoints, configurations };
  });
}
