import type { SecretKeys } from '@stockbook/auth';
import { type Db, statement } from '@stockbook/persistence';
import type { Services } from '@stockbook/rpc';
import { Provisioning } from '@stockbook/settings';
import { fillWithDemoData, isFilled } from './demo-data.js';
import type { Demo } from '../home/demo-file.js';
import type { Home } from '../home/home.js';

const DOMAIN = 'demo';
const EMAIL = 'owner@demo.test';

const accounts = statement(
  'accounts',
  `SELECT count(*)::int AS count, count(*) FILTER (WHERE domain = '${DOMAIN}')::int AS demos FROM settings.account`,
);

export interface DemoPlace {
  readonly url: string;
  /** The database of the settings service. */
  readonly db: Db;
  readonly services: Services;
  readonly hasYear?: boolean;
}

/**
 * Adds a demo only to a database without other accounts. Completes an interrupted start and replaces lost credentials.
 */
export async function ensureDemo(
  { db, services, url, hasYear }: DemoPlace,
  home: Home,
  keys: SecretKeys,
  report: (line: string) => void,
): Promise<Demo | undefined> {
  const [found] = await db.query<{ count: number; demos: number }>(accounts, []);
  if (!found || (found.count && !found.demos)) return undefined;
  const provisioning = new Provisioning(db, keys);
  if (!found.count) {
    report('Creating the demo account.');
    const owner = { email: EMAIL, username: 'demo' };
    await provisioning.addAccount({ domain: DOMAIN, name: 'Demo shop', currency: 'USD', owner });
  }
  const account_id = await provisioning.accountOf(DOMAIN);
  if (!(await isFilled(services, account_id))) await fillWithDemoData(services, account_id, hasYear);
  const known = await home.readDemo();
  const isLive = known !== undefined && (await provisioning.isLiveSecret(account_id, EMAIL, known.api_secret));
  const api_secret = isLive ? known.api_secret : (await provisioning.rotateSecret(account_id, EMAIL)).api_secret;
  const demo = { url, domain: DOMAIN, api_key: EMAIL, api_secret };
  await home.writeDemo(demo);
  return demo;
}
