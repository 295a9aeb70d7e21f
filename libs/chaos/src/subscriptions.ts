import { type Service, services } from '@stockbook/contracts';
import { consumptionsOf } from '@stockbook/service';
import { definitions } from '@stockbook/standalone';

/** A consumer group and a topic that it takes events of. */
export interface Subscribed {
  readonly consumer: Service;
  readonly topic: string;
}

/** Which consumer takes which topics, as the services declare it. */
export const subscriptions: readonly Subscribed[] = services.flatMap((consumer) => {
  const consumptions = definitions[consumer].consumers.flatMap(({ prototype }) => consumptionsOf(prototype));
  return [...new Set(consumptions.map(({ type }) => type.topic))].map((topic) => ({ consumer, topic }));
});
