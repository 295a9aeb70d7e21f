import { type Service, services } from '@stockbook/contracts';
import { dataSourceFor, Db } from '@stockbook/persistence';
import { openLog } from '@stockbook/process';
import { addressesOf, remoteServices } from '@stockbook/rpc';
import { withRouter } from '@stockbook/service';
import { definitions } from '@stockbook/standalone';
import { trusted } from '@stockbook/testing/trust';

export interface Subscribed {
  readonly consumer: Service;
  readonly topic: string;
}

/** Returns the topics that a service's modules consume; nothing connects for this. */
async function subscriptionsOf(consumer: Service): Promise<Subscribed[]> {
  const db = new Db(dataSourceFor(definitions[consumer], '', 1), consumer);
  const environment = { services: remoteServices(addressesOf({}), trusted), log: openLog('chaos', 'silent') };
  const topics = await withRouter(definitions[consumer], environment, db, async (router) => router.topics);
  return topics.map((topic) => ({ consumer, topic }));
}

export const subscriptions: readonly Subscribed[] = (await Promise.all(services.map(subscriptionsOf))).flat();
