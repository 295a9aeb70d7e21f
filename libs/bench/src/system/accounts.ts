import { SecretKeys } from '@stockbook/auth';
import { dataSourceFor, Db } from '@stockbook/persistence';
import type { Closing } from '@stockbook/process';
import { Provisioning, settingsService } from '@stockbook/settings';
import type { Account } from './system.js';

/** The way to add accounts to the database of a running system. */
export async function accountsOf(
  url: string,
  secretKeys: string,
  closing: Closing,
): Promise<(domain: string) => Promise<Account>> {
  const source = await dataSourceFor(settingsService, url, 1).initialize();
  closing.add(() => source.destroy());
  const provisioning = new Provisioning(new Db(source, settingsService.name), SecretKeys.parse(secretKeys));
  return async (domain) => {
    const email = `owner@${domain}.test`;
    const owner = { email, username: 'bench' };
    const { account_id, api_secret } = await provisioning.addAccount({ domain, name: domain, currency: 'USD', owner });
    return { account_id, credentials: { domain, api_key: email, api_secret } };
  };
}
